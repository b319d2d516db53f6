import ArgumentParser
import Segue
import SegueTransitions

/// Which transition, with which parameters.
struct TransitionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A built-in (segue list), one of ffmpeg's names (xfade:NAME), a .glsl file in the GL Transitions format, or a look (.json).",
      valueName: "name|file"))
  var transition: String = Catalogue.defaultName

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the transition (segue list NAME); repeatable; vectors as 1,0.5,0; textures as a path.",
      valueName: "name=value"))
  var param: [String] = []

  @OptionGroup var filters: FilterOptions

  func fill(_ request: inout RenderRequest) throws {
    request.transition = transition
    request.parameters = try param.map(Reading.parameter)
    filters.fill(&request)
  }
}
