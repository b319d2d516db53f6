/// An xfade transition of ffmpeg, and the built-in that draws it.
///
/// **Source:** ffmpeg's xfade filter, libavfilter/vf_xfade.c.
package struct XfadeAlias: Sendable {
  /// ffmpeg's name.
  package let name: String
  /// The built-in's name.
  package let transition: String
  /// The built-in's parameters for the same look, as typed.
  package let parameters: [(name: String, value: String)]
  /// Whether the result is within 2 of 255 of ffmpeg's on average; otherwise it is only similar.
  package let isExact: Bool

  /// The prefix of ffmpeg's names on the command line.
  package static let prefix = "xfade:"

  init(
    _ name: String, _ transition: String, _ parameters: KeyValuePairs<String, String> = [:],
    isExact: Bool = true
  ) {
    self.name = name
    self.transition = transition
    self.parameters = parameters.map { (name: $0.key, value: $0.value) }
    self.isExact = isExact
  }

  /// The built-in with these parameters and with xfade's timing: linear, one second.
  package func description(of builtIn: TransitionDescription) throws(ParameterError) -> TransitionDescription
  {
    try builtIn.setting(parameters).playing(over: 1, timing: .linear)
  }

  /// Every xfade transition except `custom`, in the order of ffmpeg's documentation.
  package static let all: [XfadeAlias] = [
    XfadeAlias("fade", "dissolve"),
    XfadeAlias("wipeleft", "wipe", ["angle": "180", "softness": "0"]),
    XfadeAlias("wiperight", "wipe", ["angle": "0", "softness": "0"]),
    XfadeAlias("wipeup", "wipe", ["angle": "270", "softness": "0"]),
    XfadeAlias("wipedown", "wipe", ["angle": "90", "softness": "0"]),
    XfadeAlias("slideleft", "push", ["direction": "left", "snap": "true"]),
    XfadeAlias("slideright", "push", ["direction": "right", "snap": "true"]),
    XfadeAlias("slideup", "push", ["direction": "up", "snap": "true"]),
    XfadeAlias("slidedown", "push", ["direction": "down", "snap": "true"]),
    XfadeAlias("circlecrop", "crop", ["shape": "circle", "exponent": "3"]),
    XfadeAlias("rectcrop", "crop", ["shape": "rectangle"]),
    XfadeAlias("distance", "distance-dissolve", ["reach": "1"]),
    XfadeAlias("fadeblack", "fade-through", ["color": "#000000", "overlap": "true"]),
    XfadeAlias("fadewhite", "fade-through", ["color": "#ffffff", "overlap": "true"]),
    XfadeAlias(
      "radial", "clock",
      ["softness": "0.159155", "edge": "smooth", "window": "0.1,1.027324"]),
    XfadeAlias("smoothleft", "wipe", ["angle": "180", "softness": "1", "edge": "smooth"]),
    XfadeAlias("smoothright", "wipe", ["angle": "0", "softness": "1", "edge": "smooth"]),
    XfadeAlias("smoothup", "wipe", ["angle": "270", "softness": "1", "edge": "smooth"]),
    XfadeAlias("smoothdown", "wipe", ["angle": "90", "softness": "1", "edge": "smooth"]),
    XfadeAlias(
      "circleopen", "iris",
      ["shape": "circle", "mode": "open", "softness": "1", "edge": "smooth", "window": "0.166667,0.833333"]),
    XfadeAlias(
      "circleclose", "iris",
      ["shape": "circle", "mode": "close", "softness": "1", "edge": "smooth", "window": "0.166667,0.833333"]),
    XfadeAlias(
      "vertopen", "iris", ["shape": "vertical", "mode": "open", "softness": "1", "edge": "smooth"]),
    XfadeAlias(
      "vertclose", "iris", ["shape": "vertical", "mode": "close", "softness": "1", "edge": "smooth"]),
    XfadeAlias(
      "horzopen", "iris", ["shape": "horizontal", "mode": "open", "softness": "1", "edge": "smooth"]),
    XfadeAlias(
      "horzclose", "iris", ["shape": "horizontal", "mode": "close", "softness": "1", "edge": "smooth"]),
    XfadeAlias("dissolve", "scatter", ["seed": "0"]),
    XfadeAlias("pixelize", "pixellate-dissolve", ["width": "0.05", "shared": "true"]),
    XfadeAlias("diagtl", "diagonal-wipe", ["corner": "bottom-right", "softness": "1", "edge": "smooth"]),
    XfadeAlias("diagtr", "diagonal-wipe", ["corner": "bottom-left", "softness": "1", "edge": "smooth"]),
    XfadeAlias("diagbl", "diagonal-wipe", ["corner": "top-right", "softness": "1", "edge": "smooth"]),
    XfadeAlias("diagbr", "diagonal-wipe", ["corner": "top-left", "softness": "1", "edge": "smooth"]),
    XfadeAlias("hlslice", "slices", ["direction": "left"]),
    XfadeAlias("hrslice", "slices", ["direction": "right"]),
    XfadeAlias("vuslice", "slices", ["direction": "up"]),
    XfadeAlias("vdslice", "slices", ["direction": "down"]),
    XfadeAlias("hblur", "smear-dissolve", ["width": "0.5"], isExact: false),
    XfadeAlias("fadegrays", "fade-grays"),
    XfadeAlias("wipetl", "corner-wipe", ["corner": "top-left", "mode": "close"]),
    XfadeAlias("wipetr", "corner-wipe", ["corner": "top-right", "mode": "close"]),
    XfadeAlias("wipebl", "corner-wipe", ["corner": "bottom-left", "mode": "close"]),
    XfadeAlias("wipebr", "corner-wipe", ["corner": "bottom-right", "mode": "close"]),
    XfadeAlias("squeezeh", "squeeze", ["line": "horizontal"], isExact: false),
    XfadeAlias("squeezev", "squeeze", ["line": "vertical"], isExact: false),
    XfadeAlias("zoomin", "zoom-in", ["zoom": "100", "dive": "true"]),
    XfadeAlias("fadefast", "dissolve", ["exponent": "1.25"], isExact: false),
    XfadeAlias("fadeslow", "dissolve", ["exponent": "1.6"], isExact: false),
    XfadeAlias(
      "hlwind", "wind", ["direction": "left", "length": "0.25", "softness": "0.2", "edge": "smooth"]),
    XfadeAlias(
      "hrwind", "wind", ["direction": "right", "length": "0.25", "softness": "0.2", "edge": "smooth"]),
    XfadeAlias(
      "vuwind", "wind", ["direction": "up", "length": "0.25", "softness": "0.2", "edge": "smooth"]),
    XfadeAlias(
      "vdwind", "wind", ["direction": "down", "length": "0.25", "softness": "0.2", "edge": "smooth"]),
    XfadeAlias("coverleft", "cover", ["direction": "left", "snap": "true"]),
    XfadeAlias("coverright", "cover", ["direction": "right", "snap": "true"]),
    XfadeAlias("coverup", "cover", ["direction": "up", "snap": "true"]),
    XfadeAlias("coverdown", "cover", ["direction": "down", "snap": "true"]),
    XfadeAlias("revealleft", "reveal", ["direction": "left", "snap": "true"]),
    XfadeAlias("revealright", "reveal", ["direction": "right", "snap": "true"]),
    XfadeAlias("revealup", "reveal", ["direction": "up", "snap": "true"]),
    XfadeAlias("revealdown", "reveal", ["direction": "down", "snap": "true"]),
  ]
}
