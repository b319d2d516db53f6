// The modules that `import Segue` gives: pictures, motion, transitions, renderers and renders.
@_exported import SegueCPU
@_exported import SegueFields
@_exported import SegueGLTransitions
@_exported import SegueGPU
@_exported import SegueImaging
@_exported import SegueMedia
@_exported import SegueMotion
@_exported import SegueRendering
@_exported import SegueRun
@_exported import SegueSystem
@_exported import SegueText
@_exported import SegueTransitions
