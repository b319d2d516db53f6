import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

/// The tool's commands and options as the argument parser describes them, for completions and suggestions.
struct CommandTree: Decodable {
  /// A command, its options and its subcommands.
  struct Command: Decodable {
    let commandName: String
    var abstract: String?
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// The options and flags that help shows.
    var options: [Argument] {
      (arguments ?? []).filter { $0.kind != "positional" && $0.shouldDisplay != false }
    }
    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == "positional" } }
  }

  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
      /// The name as typed.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    /// The kind of completion for a value.
    struct Completion: Decodable {
      struct Words: Decodable { let values: [String] }
      struct Empty: Decodable {}
      var list: Words?
      var file, custom: Empty?
    }

    let kind: String
    var shouldDisplay: Bool?
    var isRepeating: Bool?
    var names: [Name]?
    /// The long name, or the letter if there is no long one.
    var preferredName: Name?
    var valueName: String?
    var completionKind: Completion?
    var abstract: String?

    /// The words that complete the value; `nil` if they are not fixed.
    var words: [String]? { completionKind?.list?.values }
    /// Whether a value follows the option.
    var takesValue: Bool { kind == "option" }
    /// The preferred name with dashes.
    var preferredText: String { preferredName?.text ?? "" }
    /// The preferred name without dashes.
    var name: String { preferredName?.name ?? "" }
  }

  let command: Command

  /// The tree of this tool. Read once, since the parser inspects every command for it.
  static let ofTool = try? JSONDecoder().decode(CommandTree.self, from: Data(SegueTool._dumpHelp().utf8))

  /// The command of the tool's arguments.
  static var current: Command? { ofTool?.command(of: (try? ArgumentList.words()) ?? []) }

  /// The subcommands of the root, except `help` and the hidden command for films.
  var commands: [Command] {
    (command.subcommands ?? []).filter { $0.commandName != FilmPreviewCommand.configuration.commandName }
  }

  /// The command at the beginning of `words`, or the default command.
  func command(of words: [String]) -> Command? {
    commands.first { $0.commandName == words.first }
      ?? commands.first { $0.commandName == command.defaultSubcommand }
  }
}

/// Suggestions for an unknown name: first the names of other programs, then the names that begin with it, then the
/// nearest spelling.
enum Suggestion {
  /// The transition that `name` may mean; `nearest` is the library's suggestion.
  static func transition(for name: String, nearest: String?) -> String? {
    alias(of: name) ?? nearest ?? unique(prefix: name, in: Catalogue.builtIn.transitions.map(\.name))
  }

  /// The options for a transition that was written with values, as in films: `-t slide -p rows=5`.
  static func options(for text: String) -> String? {
    let words = text.split(whereSeparator: { ":,".contains($0) }).map(String.init)
    guard let name = words.first, words.count > 1, Catalogue.builtIn[name] != nil else { return nil }
    return words.dropFirst().reduce("-t \(name)") { $0 + ($1.contains("=") ? " -p " : " -d ") + $1 }
  }

  /// The transition that other programs call `name`, or whose name differs only in hyphens.
  static func alias(of name: String) -> String? {
    let plain = plain(name)
    if let suggestion = transitions[plain] { return suggestion }
    if XfadeAlias.all.contains(where: { $0.name == plain }) { return XfadeAlias.prefix + plain }
    return Catalogue.builtIn.transitions.map(\.name).first { Self.plain($0) == plain }
  }

  /// The filter that other programs call `name`, or whose name differs only in hyphens.
  static func filter(for name: String) -> String? {
    let plain = plain(name)
    return filters[plain] ?? FilterCatalogue.builtIn.filters.map(\.name).first { Self.plain($0) == plain }
  }

  /// The timing curve that `name` may mean.
  static func curve(for name: String) -> String? {
    let names = TimingCurve.named.map(\.name)
    let meanings = ["spring": "spring(0.8)", "bounce": "ease-out-bounce", "elastic": "ease-out-elastic"]
    if let suggestion = meanings[plain(name)] { return suggestion }
    return names.first { plain($0) == plain(name) } ?? NameSuggestion.nearest(to: name, in: names)
      ?? names.reversed().first { plain(name).hasPrefix(plain($0)) }
  }

  /// The codec that other programs call `name`; `nil` for names that may be ffmpeg encoders.
  static func codec(for name: String) -> String? {
    let plain = plain(name).replacing(".", with: "")
    return plain == "h264" && name.lowercased() != plain ? plain : codecs[plain]
  }

  /// The option of `command` that `text` may mean, both with dashes.
  static func option(for text: String, of command: CommandTree.Command) -> String? {
    let name = String(text.drop { $0 == "-" }.prefix { $0 != "=" })
    return option(for: name, among: command.options.map(\.name)).map { "--" + $0 }
  }

  /// The element of `known` that `name` may mean, both without dashes.
  static func option(for name: String, among known: [String]) -> String? {
    if let suggestion = options[plain(name)], known.contains(suggestion) { return suggestion }
    return unique(prefix: name, in: known) ?? NameSuggestion.nearest(to: name, in: known)
  }

  /// The command that `word` may mean; `nil` if it is a command or does not look like one.
  static func command(for word: String) -> String? {
    guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return nil }
    let known = SegueTool.visibleCommands.compactMap { $0.configuration.commandName } + ["help"]
    if known.contains(word) { return nil }
    if word == "version" { return "segue --version" }
    return NameSuggestion.nearest(to: word, in: known).map { "segue \($0)" }
  }

  /// Checks the words that the parser would mistake for a file or an option. These are a mistyped command,
  /// the topic of `help`, and names of files that begin with a dash.
  /// - Throws: `CommandError.conflict`.
  static func check(_ words: [String]) throws {
    func isFile(_ word: String) -> Bool { FileManager.default.fileExists(atPath: word) }
    if let word = words.first, !isFile(word), let suggestion = command(for: word) {
      throw CommandError.conflict("there is no command “\(word)”; did you mean \(suggestion)?")
    }
    let all = SegueTool.configuration.subcommands.compactMap { $0.configuration.commandName }
    if words.first == "help", words.count > 1, !words[1].hasPrefix("-"), words[1] != "help",
      !all.contains(words[1])
    {
      let known = SegueTool.visibleCommands.compactMap { $0.configuration.commandName }
      let suggestion =
        command(for: words[1]).map { "did you mean \($0)?" } ?? "use one of \(known.joined(separator: ", "))"
      throw CommandError.conflict("there is no command “\(words[1])”; \(suggestion)")
    }
    let file = words.prefix { $0 != "--" }.first {
      $0.hasPrefix("-") && $0.contains(".") && Double($0) == nil && isFile($0)
    }
    if let file {
      throw CommandError.conflict(
        "“\(file)” begins like an option; to name the file, write \(ShellQuoting.quoted("./" + file))")
    }
  }

  /// The first of `names` that begins with `prefix`, which must have at least two characters.
  private static func unique(prefix: String, in names: [String]) -> String? {
    prefix.count < 2 ? nil : names.first { $0.hasPrefix(prefix.lowercased()) }
  }

  /// The name in lower case, without hyphens, underscores and spaces.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !"-_ ".contains($0) }
  }

  private static let codecs = [
    "h265": "hevc", "x265": "hevc", "hvc1": "hevc", "x264": "h264", "avc": "h264", "avc1": "h264",
    "vp09": "vp9",
    "av01": "av1", "prores4444": "prores",
  ]

  private static let transitions: [String: String] = [
    "crossfade": "dissolve", "crossdissolve": "dissolve", "fade": "dissolve", "fadein": "dissolve",
    "blend": "dissolve", "mix": "dissolve", "pixelate": "pixellate-dissolve",
    "pixellate": "pixellate-dissolve",
    "pixelize": "pixellate-dissolve", "pixelise": "pixellate-dissolve", "mosaic": "pixellate-dissolve",
    "blur": "blur-dissolve", "zoom": "zoom-in", "rotate": "pin-rotate", "circle": "iris", "radial": "clock",
    "scroll": "push", "fadetoblack": "xfade:fadeblack", "dip": "fade-through",
    "diptoblack": "xfade:fadeblack", "curtain": "blinds",
  ]

  private static let filters = [
    "duotone": "false-color", "gradientmap": "false-color", "falsecolour": "false-color",
    "tint": "monochrome", "greyscale": "grayscale", "blackandwhite": "grayscale", "desaturate": "grayscale",
    "negative": "invert", "negate": "invert", "gaussianblur": "blur", "pixelate": "pixellate",
    "mosaic": "pixellate", "greenscreen": "chroma-key", "colorkey": "chroma-key", "fisheye": "bulge",
  ]

  private static let options: [String: String] = [
    "length": "duration", "time": "duration", "seconds": "duration", "framerate": "fps", "rate": "fps",
    "easing": "timing", "ease": "timing", "curve": "timing", "resolution": "size", "scale": "size",
    "width": "size", "height": "size", "effect": "transition", "bg": "background", "color": "background",
    "crf": "quality", "force": "overwrite", "yes": "overwrite", "parameter": "param", "parameters": "param",
    "vcodec": "codec", "encoder": "codec", "gpu": "backend", "silent": "quiet", "pingpong": "ping-pong",
    // Names of ffmpeg's options.
    "c:v": "codec", "acodec": "audio-codec", "c:a": "audio-codec", "b:a": "audio-bitrate", "vf": "filter",
    "an": "mute", "ac": "channels", "pixfmt": "depth",
  ]
}
