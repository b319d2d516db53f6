// Everything between pictures in memory and frames in memory, for any system that Swift runs on: no files, no system
// libraries. `Segue` has these modules too, and the rest.
@_exported import SegueGLTransitions
@_exported import SegueImaging
@_exported import SegueMotion
@_exported import SegueRendering
@_exported import SegueTransitions
