// Everything from pictures in memory to frames in memory, for every system that Swift supports,
// without files and system libraries. `Segue` exports these modules too.
@_exported import SegueFields
@_exported import SegueGLTransitions
@_exported import SegueImaging
@_exported import SegueMotion
@_exported import SegueRendering
@_exported import SegueTransitions
