// The modules that turn pictures in memory into frames in memory. They use no files and no system
// libraries, and build for every system that Swift supports. `Segue` exports them too.
@_exported import SegueFields
@_exported import SegueGLTransitions
@_exported import SegueImaging
@_exported import SegueMotion
@_exported import SegueRendering
@_exported import SegueTransitions
