import SegueFields

extension MediaError.EncoderCause {
  /// The reason, and the remedy.
  package func words(_ names: PropertyNames) -> String {
    switch self {
    case .encoder(let program, let known):
      "\(program) has no such encoder" + (known.isEmpty ? "" : "; it has \(known.joined(separator: ", "))")
    case .device(let reason):
      names.text(
        """
        it needs a device and a driver that this machine does not have (\(reason)); leave out \(option: .codec), \
        or name another encoder
        """)
    }
  }
}

extension MediaError.FormatLimit {
  /// The limit of the format called `format` in messages, and the alternatives.
  package func words(of format: String, _ names: PropertyNames) -> String {
    func list(_ words: [String]) -> String { words.joined(separator: ", ") }
    return switch self {
    case .unknownFormat(let known): "there is no such format; use one of \(list(known))"
    case .unknownExtension(let known):
      names.text("the extension is unknown; use one of \(list(known)), or \(option: .format)")
    case .noExtension(let known):
      names.text(
        """
        it needs one of the extensions \(list(known)), or \(option: .format); \(format)/ makes a folder of PNG files
        """)
    case .unnamed: names.text("standard output needs \(option: .format)")
    case .standardOutput(isManyFiles: true): "it is many files and cannot go to standard output"
    case .standardOutput(isManyFiles: false):
      "its writer seeks in the file, so it cannot go to standard output"
    case .area(let width, let height):
      names.text(
        """
        ffmpeg encodes frames of up to about 16000x16000 pixels, not \(width)x\(height); use a smaller \
        \(option: .size)
        """)
    case .side(let width, let height, let maximum):
      "it has at most \(maximum) pixels per side, not \(width)x\(height)"
    case .plays(let plays, let maximum): "it loops at most \(maximum) times, not \(plays)"
    case .frames(let count, let plays, let maximum):
      "it holds at most \(maximum) frames and \(maximum) plays, not \(count) and \(plays)"
    case .duration(let milliseconds): "it cannot last \(milliseconds) ms"
    case .frameRate(let numerator, let denominator):
      "it cannot store \(numerator)/\(denominator) frames/s exactly"
    case .codec(let codec, let containers): "it cannot hold \(codec); \(containers.inWords) can"
    case .soundCodec(let codec, let known): "it cannot hold sound in \(codec); it holds \(list(known))"
    case .soundLayout(let layout, let codec, let maximum):
      "sound in \(codec) cannot be \(layout); use at most \(maximum)"
    case .depth(let depth, let codec):
      (codec.map { "with transparency \($0) has" } ?? "it has") + " 8 bits per channel, not \(depth)"
    case .unknownDepth(let depth, let codec): "\(codec) is not known to have \(depth) bits per channel"
    case .quality(let codec): names.text("\(codec) has no such quality; see \(option: .encoderArguments)")
    case .qualityRange(let range, let codec):
      range.map { "the quality of \(codec) is a number from \(Int($0.lowerBound)) to \(Int($0.upperBound))" }
        ?? "\(codec) has no quality; leave it out"
    case .preset(let preset, let codec, let known):
      known.isEmpty
        ? "\(codec) has no presets" : "\(codec) has no preset “\(preset)”; use one of \(list(known))"
    case .sequenceName(let name, let problem): problem.words(of: name)
    case .refused(let reason): reason
    }
  }
}

extension [String] {
  /// `a, b and c`.
  package var inWords: String { inWords(last: "and") }

  /// The list with another word before its last item, as in `a, b or c`.
  package func inWords(last word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

extension MediaError.SequenceName {
  /// The sentence about the file name `name`.
  fileprivate func words(of name: String) -> String {
    switch self {
    case .numberInFolder: "the number belongs in the file's name, not in the folder's: \(name)"
    case .severalNumbers: "\(name) has more than one number"
    case .noNumber: "\(name) has no number such as %05d"
    case .form: "\(name): the number is written %d or %05d"
    case .digits: "\(name): the number is written %d or %0Nd, with N from 1 to 18"
    }
  }
}

extension MediaError.OptionProblem {
  /// The sentence about the value of `property`.
  package func sentence(about property: RequestProperty, _ names: PropertyNames) -> String {
    let name = names.name(property)
    return switch self {
    case .missing: "\(name): the name is missing"
    case .value(let value, let expected): "\(name) is “\(value)”, but must be \(expected)"
    case .copies:
      "\(name) is “copy”, but rendered frames must be encoded: leave it out, or name an encoder"
    case .lossless(let codec): "\(name) has no effect on \(codec), which is lossless; leave it out"
    case .rejected(let program, let reason): "\(name): \(program) rejected them: \(reason)"
    }
  }
}
