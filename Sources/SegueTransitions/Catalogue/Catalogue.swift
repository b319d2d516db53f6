/// The built-in transitions by name.
///
/// **Thread-safety:** immutable.
public struct Catalogue: Sendable {
  /// Every transition, in the order in which they are listed.
  public let transitions: [TransitionDescription]

  /// A catalogue of these transitions; names are unique.
  public init(_ transitions: [TransitionDescription]) {
    self.transitions = transitions
  }

  /// The transitions that come with Segue.
  public static let builtIn = Catalogue([
    PixellateDissolve.description, Dissolve.description, Slide.description, PinRotate.description,
    Grow.description, Grow.shrinkDescription, ZoomFade.description,
    Wipes.wipe, Move.pushDescription, Move.coverDescription, Move.revealDescription, Irises.iris,
    Irises.clock, FadeThrough.description, Wipes.blinds, Wipes.checkerboard, Irises.luma,
    BlurDissolve.description, ZoomBlur.description, ZoomBlur.crossZoomDescription, Wipes.corner,
    Wipes.diagonal, Wipes.slices, Wipes.wind, Irises.scatter, Squeeze.description, ZoomIn.description,
    Crop.description, SmearDissolve.description, FadeGrays.description, DistanceDissolve.description,
    Spatial.cube, Spatial.flip, Spatial.doorway, PageCurl.description, PageCurl.shadowDescription,
    BandWipe.swipe, BandWipe.copyMachine, BarsSwipe.description, Irises.mod, Flash.description,
    Ripple.description, Disintegrate.description, AccordionFold.description,
  ])

  /// The transition that is rendered when none is named.
  package static let defaultName = "pixellate-dissolve"

  /// The transition called `name`.
  public subscript(name: String) -> TransitionDescription? {
    transitions.first { $0.name == name }
  }
}
