// Who imports Segue has everything that a program needs: pictures, motion, transitions and renderers.
@_exported import CPURenderer
@_exported import GLTransitions
@_exported import GPURenderer
@_exported import Imaging
@_exported import MediaIO
@_exported import Motion
@_exported import Rendering
@_exported import Transitions
