import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

/// A request that writes frames.
protocol OutputtingRequest: DrawingRequest {
  var output: OutputRequest { get set }
}

/// The options of the frames of a render, a film or a page.
enum FrameOptions<Request: OutputtingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "size", letter: "s", .frameSize, "WxH", completion: .sizes,
        """
        Size: 1280x720; 1280x or x720, where the other side follows the first picture; or a name such as 1080p, square \
        or story. Default: the size of the first picture (in join, of the first video), reduced to fit 3840x2160. A GIF \
        is at most 800 wide.
        """
      ) { $0.output.size = $1 }.sets(.size).reproduced { $0.output.size?.description },
      .value(
        "fps", letter: "r", .frameRate, "rate",
        """
        Frames per second: a number or a fraction such as 30000/1001. Default: 60; in join the first video's rate or \
        else 30; for a GIF 25.
        """
      ) { $0.output.frameRate = $1 }.sets(.frameRate)
        .reproduced { $0.output.frameRate == .sixty ? nil : $0.output.frameRate?.description },
      .choice(
        "fit", Fit.choices,
        """
        How a picture of another shape fills the frame: cover crops it, contain adds bars, stretch distorts it, blur \
        fills the bars with a blurred copy (default: cover).
        """
      ) { $0.output.fit = $1 }.sets(.fit)
        .reproduced { $0.output.fit == .cover ? nil : $0.output.fit.rawValue },
      .value(
        "background", .color, "color", parsing: .next, completion: .colors,
        """
        The colour behind the pictures and in bars: #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent (default: \
        transparent if a picture has transparency and the output keeps it, else black).
        """
      ) { $0.drawing.background = $1 }.sets(.background).reproduced { $0.drawing.background?.description },
    ]
  }
}

/// The options of the output: path, format and frames.
enum OutputOptions<Request: OutputtingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] { file + FrameOptions<Request>.rows + colors }

  private static var file: [OptionRow<Request>] {
    [
      .value(
        "output", letter: "o", .output, "out", parsing: .next, completion: .file(),
        """
        The output file. Its extension is the format:
        Video: \(OutputFormat.extensions { !$0.isStillOnly && !$0.isSound && !$0.repeats })
        Animation: \(OutputFormat.extensions(\.repeats))
        One picture, with --at: \(OutputFormat.extensions(\.isStillOnly))
        PNG sequence: frames/ or frame-%05d.png
        In join, the sound alone: \(OutputFormat.extensions(\.isSound))
        In join, a timeline for editing programs: .otio
        - is stdout and needs --format.
        """
      ) { $0.output.path = $1 }.sets(.output).reproduced { $0.output.path },
      .value(
        "format", .text, "name", parsing: .next, completion: .formats,
        "Output format if the extension does not determine it; see segue list formats."
      ) { $0.output.format = try OutputFormat(named: $1) }
      .schema(JSONSchema.words(OutputFormat.allCases.map(\.rawValue))).sets(.format),
      .flag("overwrite", letter: "y", "Replace an existing output.") { $0.output.overwrites = true },
      .list(
        "meta", "name=text",
        """
        Metadata of the file, such as title=Summer; repeatable. Names are title, artist, date, comment and others, and \
        creation_time (2026-05-01T18:30:00Z).
        """
      ) { request, words in
        for word in words {
          let (name, text) = try NamedValue.metadata(word)
          request.output.metadata[name] = text
        }
      }.sets(.metadata).reproduced { request in
        request.output.metadata.sorted { $0.key < $1.key }.flatMap { ["--meta", "\($0.key)=\($0.value)"] }
      },
    ]
  }

  private static var colors: [OptionRow<Request>] {
    [
      .choice(
        "color", ColorEncoding.orAuto, default: "auto",
        """
        Colour encoding of the output: sdr, or hlg or pq for HDR. auto: the encoding of the first picture (in join, of \
        the first video) if the format supports it, else sdr.
        """
      ) { $0.output.color = $1 }.sets(.color).reproduced { $0.output.color?.rawValue },
      .choice(
        "depth", valueName: "bits", ColorDepth.orAuto, default: "auto",
        """
        Bits per channel. auto: 10 for hlg, pq and ProRes, else 8. Only \
        \(OutputFormat.names(\.holdsTenBits).inWords) can have 10; only \
        \(OutputFormat.names(\.holdsSixteenBits).inWords) can have 16.
        """
      ) { $0.output.depth = $1 }.sets(.depth).reproduced { $0.output.depth.map { "\($0.rawValue)" } },
    ]
  }
}

extension OutputFormat {
  /// The first extension of each matching format.
  fileprivate static func extensions(_ isIncluded: (Facts) -> Bool) -> String {
    allCases.filter { isIncluded($0.facts) }.compactMap { $0.extensions.first.map { "." + $0 } }
      .joined(separator: " ")
  }

  /// The codecs that containers hold, each once.
  static func containerCodecs(_ codecs: (Facts) -> [String]) -> String {
    var names: [String] = []
    for facts in allCases.map(\.facts) where facts.isContainer {
      names += codecs(facts).filter { !names.contains($0) }
    }
    return names.joined(separator: ", ")
  }

  /// The first container's default, and the defaults of containers that differ: `h264, vp9 in webm`.
  static func containerDefaults(_ codec: (Facts) -> String?) -> String {
    let defaults = allCases.filter(\.facts.isContainer).compactMap { format in
      codec(format.facts).map { (name: $0, format: format.rawValue) }
    }
    let others = defaults.filter { $0.name != defaults.first?.name }.map { "\($0.name) in \($0.format)" }
    return (defaults.prefix(1).map(\.name) + others).joined(separator: ", ")
  }
}

extension Array {
  /// The path of the output; `nil` if it is not given.
  func output<Request>() -> String? where Element == Setting<Request> {
    texts(of: "output")?.last.flatMap { try? Kind.output.read($0) }
  }
}

extension OutputPath {
  /// `output`, or an error if it is missing, with a suggestion from the positional `words`.
  /// - Throws: `CommandError.conflict`.
  @discardableResult
  static func required(_ output: String?, among words: [String], example: String = "out.mp4") throws -> String
  {
    if let output { return output }
    let suggestion = words.last { word in
      !FileManager.default.fileExists(atPath: word)
        && (try? OutputFormat.resolve(path: word, format: nil)) != nil
    }
    throw CommandError.conflict(
      "no output is given"
        + (suggestion.map { "; did you mean -o \(ShellQuoting.quoted($0))?" }
          ?? ": add -o with a file's name, such as -o \(example)"))
  }
}

enum EncoderOptions<Request: OutputtingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] { quality + process }

  private static var quality: [OptionRow<Request>] {
    [
      .value(
        "codec", .text, "name", parsing: .next, completion: .list(VideoCodec.names),
        """
        \(OutputFormat.containerCodecs { $0.codecs.map(\.name) }), or the name of an ffmpeg encoder such as h264_nvenc, \
        whose frames are 4:2:0 (default: \(OutputFormat.containerDefaults { $0.codec?.name }); for HDR and 10 bits \
        \(OutputFormat.containerDefaults { $0.tenBitCodec?.name })).
        """
      ) { request, name in
        if let suggestion = Suggestion.codec(for: name) {
          throw InvalidValue(" is “\(name)”; did you mean \(suggestion)?").of("--codec")
        }
        request.output.codec = VideoCodec(name: name)
      }.sets(.codec),
      .value(
        "quality", .quality, "q",
        """
        Quality; defaults are in brackets.
        CRF, lower is better: h264 0 to 51 (18), hevc 0 to 51 (22), vp9 and av1 0 to 63 (30).
        Higher is better: JPEG 1 to 100 (90), WebP 1 to 100 (80), colours of a GIF 4 to 256 (256).
        lossless: h264, hevc, vp9 and WebP.
        """
      ) { $0.output.quality = $1 }.sets(.quality),
      .value(
        "preset", .text, "name",
        """
        Speed of the encoder; defaults are in brackets. h264 and hevc: ultrafast to placebo (veryfast); vp9 -8 to 8 (4) \
        and av1 0 to 13 (8), where high numbers are fast.
        """
      ) { $0.output.preset = $1 }.sets(.preset),
      .choice(
        "dither", valueName: "name", Dither.choices, default: "auto",
        """
        The dither of a GIF. auto: none for frames of at most 256 colours and for flat areas such as drawings, else \
        bayer:bayer_scale=3.
        """
      ) { $0.output.dither = $1 }.sets(.dither),
    ]
  }

  private static var process: [OptionRow<Request>] {
    [
      .value(
        "max-size", .bytes, "bytes",
        """
        Size limit of the output, such as 8MB. A video is encoded in two passes. A GIF or a WebP gets lower \
        quality or fewer colours, then a lower frame rate (down to 15), then a smaller size, then an even lower rate and \
        quality; options that you set are kept.
        """
      ) { $0.output.byteLimit = $1 }.sets(.byteLimit),
      .list(
        "encoder-args", "argument",
        """
        One more output argument for ffmpeg; repeatable: --encoder-args=-tune --encoder-args=animation.
        """
      ) { $0.output.encoderArguments = $1 }.sets(.encoderArguments),
      .flag(
        "reproducible",
        """
        Make the encoded file identical on every machine with the same versions of Segue and ffmpeg. Frames are \
        identical anyway. --chunks implies this.
        """
      ) { $0.output.isReproducible = true }.sets(.reproducible)
        .reproduced { $0.output.isReproducible ? ["--reproducible"] : [] },
      .value(
        "encoder-timeout", .timeout, "seconds",
        "Fail if the encoder accepts no data for this long (default: 30)."
      ) { $0.output.encoder.stallLimit = .seconds($1) },
    ]
  }
}
