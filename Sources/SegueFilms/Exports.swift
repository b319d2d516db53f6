// The modules that `import SegueFilms` exports: the modules of `Segue`, films, film files and batches.
@_exported import Segue
@_exported import SegueBatch
@_exported import SegueFilm
@_exported import SegueFilmFiles
@_exported import SegueSound
