// The modules that `import SegueFilms` gives: those of `Segue`, films, their files and batches.
@_exported import Segue
@_exported import SegueBatch
@_exported import SegueFilm
@_exported import SegueFilmFiles
@_exported import SegueSound
