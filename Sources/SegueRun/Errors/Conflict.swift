import SegueFields
import SegueMedia
import SegueSystem

extension UsageError {
  /// A conflict between properties of a request, or with its output.
  package enum Conflict: Sendable, Hashable {
    /// The properties exclude each other; leave one of them out.
    case excludes(RequestProperty, RequestProperty)
    /// The output's format does not support the property.
    case format(RequestProperty, OutputFormat)
    /// The codec, by name, does not support the property.
    case codec(RequestProperty, codec: String)
    /// The property does not apply to a render of one frame.
    case still(RequestProperty)
    /// The file format holds one picture, but the run has several frames. `takesProgress` is whether the
    /// request can have a progress.
    case onePicture(path: String, takesProgress: Bool)
    /// The format holds only sound, but a transition is silent.
    case soundOfRender(OutputFormat)
    /// The format holds only sound, but the film is silent.
    case soundOfSilence(OutputFormat)
    /// The format consists of many files, so it has no single sequence of bytes.
    case manyFiles(OutputFormat)
    /// The property makes the job render several times, so the inputs and the output must be files.
    case needsFiles(RequestProperty)
    /// The property needs an opaque video.
    case needsOpaque(RequestProperty)
    /// The property applies to renders and films, not to a program's own frames.
    case ownFrames(RequestProperty)
    /// An encoder argument sets the value of a property.
    case encoderArgument(String, says: RequestProperty)
    /// Copying keeps the property's value of the clip at the path `clip`; `value` is that value in
    /// words.
    case copied(RequestProperty, clip: String, value: String)
    /// The property needs silent clips, but the clip at the path `clip` has sound.
    case heard(RequestProperty, clip: String)
    /// The property needs overlays that are still pictures, but the overlay at the path `overlay` moves.
    case moving(RequestProperty, overlay: String)
    /// The property has `count` values, more than the `maximum` of a copied output.
    case tooMany(RequestProperty, count: Int, maximum: Int)
    /// Another job of the batch, with the key `job`, has the same output path.
    case sameOutput(String, job: String)
    /// The output path is an input of another job of the batch.
    case outputIsInput(String, job: String)
    /// Another job of the batch has the same key.
    case sameKey(String)
    /// The output of a batch job is not a file.
    case batchOutput(String)
  }
}

extension UsageError.Conflict {
  /// The property in conflict; `nil` if there are several or none.
  package var property: RequestProperty? {
    switch self {
    case .format(let property, _), .codec(let property, _), .still(let property), .needsFiles(let property),
      .needsOpaque(let property), .ownFrames(let property), .copied(let property, _, _),
      .heard(let property, _), .moving(let property, _), .tooMany(let property, _, _):
      property
    case .encoderArgument: .encoderArguments
    case .excludes, .onePicture, .soundOfRender, .soundOfSilence, .manyFiles, .sameOutput, .outputIsInput,
      .sameKey, .batchOutput:
      nil
    }
  }

  /// The conflict in one sentence, with `names` for the properties.
  package func sentence(_ names: PropertyNames) -> String {
    switch self {
    case .excludes(let first, let second): Self.excludes(first, second, names)
    case .format(let property, let format): Self.lacks(property, format, names)
    case .codec(let property, let codec):
      names.text(
        "\(option: property) is for H.264, HEVC and VP9, which can be encoded in two passes, not \(codec)")
    case .still(.hold): names.text("\(option: .stillProgress) renders one frame, so holds do not apply")
    case .still(.plays), .still(.pingPong):
      names.text(
        "\(option: .stillProgress) renders one frame, so \(option: .plays) and \(option: .pingPong) do not apply"
      )
    case .still(let property):
      names.text(
        """
        \(option: .stillProgress) renders one frame, on which \(option: property) has no effect; leave one of them out
        """)
    case .onePicture(let path, let takesProgress):
      names.text(
        takesProgress
          ? """
          \(path) holds one picture: choose it with \(option: .stillProgress) 0.5, or name a sequence such as \
          frame-%05d.png
          """ : "\(path) holds one picture: name a sequence such as frame-%05d.png")
    case .soundOfRender(let format):
      "\(format.rawValue) holds only sound, and only a film has sound"
    case .soundOfSilence(let format): "\(format.rawValue) holds only sound, but the film is silent"
    case .manyFiles(let format):
      "\(format.rawValue) writes many files; for an output in memory use webp, apng or a video"
    case .needsFiles(let property):
      names.text("\(option: property) renders several times, so inputs and output must be files")
    case .needsOpaque(let property):
      names.text(
        "\(option: property) is for opaque videos: \(option: .background) black removes the transparency")
    case .sameOutput(let path, let job): "\(path) is also the output of job “\(job)”"
    case .outputIsInput(let path, let job):
      "\(path) is an input of job “\(job)” and would be overwritten"
    case .sameKey(let key): "another job also has the key “\(key)”"
    case .batchOutput(let path): "the output of a batch job must be a file, not “\(path)”"
    case .ownFrames(let property): names.text("\(option: property) is for renders and films")
    case .encoderArgument(let word, let property):
      names.text(
        "\(option: .encoderArguments) has “\(word)”, but \(option: property) selects the encoder")
    case .copied(let property, let clip, let value):
      names.text(
        "\(option: .copy) keeps the \(Self.noun(property)) of \(clip), \(value): leave out \(option: property)"
      )
    case .heard(let property, let clip):
      names.text("\(option: property) is for silent clips, but \(clip) has sound: add \(option: .mute)")
    case .moving(let property, let overlay):
      names.text(
        "\(option: property) plays overlays that are pictures, but \(overlay) moves: leave out one of them")
    case .tooMany(_, let count, let maximum):
      names.text("\(option: .copy) writes at most \(maximum) chapters, but there are \(count)")
    }
  }

  private static func excludes(
    _ first: RequestProperty, _ second: RequestProperty, _ names: PropertyNames
  ) -> String {
    switch (first, second) {
    case (.requiresGPU, .backend):
      names.text("\(option: first) and \(option: second) cpu exclude each other")
    case (.device, .backend):
      names.text("\(option: first) names a GPU, but \(option: second) cpu does not use one")
    case (.byteLimit, .quality):
      names.text("\(option: first) decides the quality, so leave out \(option: second)")
    case (.byteLimit, .frames):
      names.text("\(option: first) is for the whole run; leave out \(option: second)")
    case (.byteLimit, .chunks):
      names.text("\(option: first) encodes the film as a whole, but \(option: second) encodes parts")
    case (.stillProgress, .frames):
      names.text("\(option: first) selects one frame and \(option: second) a range: leave one of them out")
    case (.chunks, .frames): names.text("\(option: first) is for the whole film: leave out \(option: second)")
    case (.copy, .frames): names.text("\(option: first) is for the whole film: leave out \(option: second)")
    case (.copy, .byteLimit):
      names.text("\(option: first) keeps the bytes of the clips, so \(option: second) does not apply")
    case (.cycle, .opening):
      names.text(
        "\(option: first) makes a film without a beginning: leave out \(option: second) and the transition before the first clip"
      )
    case (.subtitles, .captions):
      names.text("\(option: first) and \(option: second) would overlap: leave one of them out")
    case (.copy, .audioCodec), (.copy, .audioBitRate):
      names.text("\(option: first) uses the container's default audio codec: leave out \(option: second)")
    default: names.text("\(option: first) and \(option: second) exclude each other")
    }
  }

  private static func lacks(
    _ property: RequestProperty, _ format: OutputFormat, _ names: PropertyNames
  ) -> String {
    let containers = OutputFormat.names(\.isContainer).inWords
    return switch property {
    case .plays:
      names.text(
        "\(option: property) is for \(OutputFormat.names(\.repeats).inWords); \(format.rawValue) stores no number of plays"
      )
    case .byteLimit:
      names.text(
        "\(option: property) is for videos, \(OutputFormat.names { $0.reduced != nil }.inWords), not \(format.rawValue)"
      )
    case .audioCodec, .audioBitRate, .channels:
      names.text(
        "\(option: property) is for \(containers), and for audio files, not \(format.rawValue)")
    case .copy:
      names.text(
        "\(option: property) is for \(OutputFormat.names(\.allowsCopying).inWords), not \(format.rawValue)")
    case .chunks: names.text("\(option: property) is for \(containers)")
    case .dither:
      names.text(
        "\(option: property) is for \(OutputFormat.names(\.hasPalette).inWords), not \(format.rawValue)")
    case _ where format.facts.isSound:
      names.text("\(option: property) is for pictures, but \(format.rawValue) holds only sound")
    case .quality:
      names.text(
        """
        \(option: property) is for videos, \(OutputFormat.names { $0.quality != nil || $0.hasPalette }.inWords); \
        \(format.rawValue) is always lossless
        """)
    default: names.text("\(option: property) is for video encoders, and \(format.rawValue) does not use one")
    }
  }

  /// The noun for a property's value.
  private static func noun(_ property: RequestProperty) -> String {
    switch property {
    case .color: "colours"
    case .frameRate: "rate"
    default: property.rawValue
    }
  }
}
