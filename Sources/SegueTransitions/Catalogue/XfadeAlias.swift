/// One of ffmpeg's xfade transitions and the built-in that looks like it.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's documentation of the xfade filter.
package struct XfadeAlias: Sendable {
  /// ffmpeg's name.
  package let name: String
  /// The built-in's name.
  package let transition: String
  /// The parameters that it takes to look like it, as they are typed.
  package let parameters: [(name: String, value: String)]

  /// What ffmpeg's names begin with on the command line.
  package static let prefix = "xfade:"

  init(_ name: String, _ transition: String, _ parameters: KeyValuePairs<String, String> = [:]) {
    self.name = name
    self.transition = transition
    self.parameters = parameters.map { (name: $0.key, value: $0.value) }
  }

  /// Every one of ffmpeg's names but `custom`, in the order of its documentation.
  package static let all: [XfadeAlias] = [
    XfadeAlias("fade", "dissolve"),
    XfadeAlias("wipeleft", "wipe", ["angle": "180", "softness": "0"]),
    XfadeAlias("wiperight", "wipe", ["angle": "0", "softness": "0"]),
    XfadeAlias("wipeup", "wipe", ["angle": "270", "softness": "0"]),
    XfadeAlias("wipedown", "wipe", ["angle": "90", "softness": "0"]),
    XfadeAlias("slideleft", "push", ["direction": "left"]),
    XfadeAlias("slideright", "push", ["direction": "right"]),
    XfadeAlias("slideup", "push", ["direction": "up"]),
    XfadeAlias("slidedown", "push", ["direction": "down"]),
    XfadeAlias("circlecrop", "crop", ["shape": "circle", "exponent": "3"]),
    XfadeAlias("rectcrop", "crop", ["shape": "rectangle"]),
    XfadeAlias("distance", "distance-dissolve"),
    XfadeAlias("fadeblack", "fade-through", ["color": "#000000", "overlap": "true"]),
    XfadeAlias("fadewhite", "fade-through", ["color": "#ffffff", "overlap": "true"]),
    XfadeAlias("radial", "clock", ["start": "0", "clockwise": "true", "softness": "0.2"]),
    XfadeAlias("smoothleft", "wipe", ["angle": "180", "softness": "1"]),
    XfadeAlias("smoothright", "wipe", ["angle": "0", "softness": "1"]),
    XfadeAlias("smoothup", "wipe", ["angle": "270", "softness": "1"]),
    XfadeAlias("smoothdown", "wipe", ["angle": "90", "softness": "1"]),
    XfadeAlias("circleopen", "iris", ["shape": "circle", "mode": "open", "softness": "0.5"]),
    XfadeAlias("circleclose", "iris", ["shape": "circle", "mode": "close", "softness": "0.5"]),
    XfadeAlias("vertopen", "iris", ["shape": "vertical", "mode": "open", "softness": "0.5"]),
    XfadeAlias("vertclose", "iris", ["shape": "vertical", "mode": "close", "softness": "0.5"]),
    XfadeAlias("horzopen", "iris", ["shape": "horizontal", "mode": "open", "softness": "0.5"]),
    XfadeAlias("horzclose", "iris", ["shape": "horizontal", "mode": "close", "softness": "0.5"]),
    XfadeAlias("dissolve", "scatter"),
    XfadeAlias("pixelize", "pixellate-dissolve", ["width": "0.05"]),
    XfadeAlias("diagtl", "diagonal-wipe", ["corner": "bottom-right"]),
    XfadeAlias("diagtr", "diagonal-wipe", ["corner": "bottom-left"]),
    XfadeAlias("diagbl", "diagonal-wipe", ["corner": "top-right"]),
    XfadeAlias("diagbr", "diagonal-wipe", ["corner": "top-left"]),
    XfadeAlias("hlslice", "slices", ["direction": "left"]),
    XfadeAlias("hrslice", "slices", ["direction": "right"]),
    XfadeAlias("vuslice", "slices", ["direction": "up"]),
    XfadeAlias("vdslice", "slices", ["direction": "down"]),
    XfadeAlias("hblur", "smear-dissolve", ["width": "0.5"]),
    XfadeAlias("fadegrays", "fade-grays"),
    XfadeAlias("wipetl", "corner-wipe", ["corner": "top-left", "mode": "close"]),
    XfadeAlias("wipetr", "corner-wipe", ["corner": "top-right", "mode": "close"]),
    XfadeAlias("wipebl", "corner-wipe", ["corner": "bottom-left", "mode": "close"]),
    XfadeAlias("wipebr", "corner-wipe", ["corner": "bottom-right", "mode": "close"]),
    XfadeAlias("squeezeh", "squeeze", ["line": "horizontal"]),
    XfadeAlias("squeezev", "squeeze", ["line": "vertical"]),
    XfadeAlias("zoomin", "zoom-in"),
    XfadeAlias("fadefast", "dissolve", ["exponent": "1.25"]),
    XfadeAlias("fadeslow", "dissolve", ["exponent": "1.6"]),
    XfadeAlias("hlwind", "wind", ["direction": "left"]),
    XfadeAlias("hrwind", "wind", ["direction": "right"]),
    XfadeAlias("vuwind", "wind", ["direction": "up"]),
    XfadeAlias("vdwind", "wind", ["direction": "down"]),
    XfadeAlias("coverleft", "cover", ["direction": "left"]),
    XfadeAlias("coverright", "cover", ["direction": "right"]),
    XfadeAlias("coverup", "cover", ["direction": "up"]),
    XfadeAlias("coverdown", "cover", ["direction": "down"]),
    XfadeAlias("revealleft", "reveal", ["direction": "left"]),
    XfadeAlias("revealright", "reveal", ["direction": "right"]),
    XfadeAlias("revealup", "reveal", ["direction": "up"]),
    XfadeAlias("revealdown", "reveal", ["direction": "down"]),
  ]
}
