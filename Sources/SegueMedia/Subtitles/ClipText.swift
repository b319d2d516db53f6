import SegueFields
import SegueImaging
import SegueMath
import SegueSystem

extension ClipInfo {
  package struct Text: Sendable, Hashable {
    /// The index among the file's subtitle streams, from 0.
    package var index: Int
    /// The codec's name in ffmpeg.
    package var codec: String
    /// The language in ISO 639-2; empty if unknown.
    package var language: String

    /// The text codecs; other subtitles are pictures.
    static let codecs: Set<String> = [
      "subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text", "microdvd", "mpl2", "pjs", "realtext",
      "sami", "stl", "subviewer", "subviewer1", "vplayer", "jacosub", "eia_608", "ttml",
    ]
  }

  fileprivate static let readingLimit = Duration.seconds(600)

  /// The cues of the used text stream, timed from the first picture; empty without a text stream.
  /// - Parameter onNotice: called for each cue or part that is not shown.
  /// - Throws: `SystemError.badData`, `.programMissing`, `.cancelled`.
  package func cues(onNotice: (Notice) -> Void = { _ in }) async throws -> [SubtitleCue] {
    guard let text else { return [] }
    let isWebVTT = text.codec == "webvtt"
    let words =
      ["-nostdin", "-v", "error"] + ClipInput.whitelists + [
        "-i", "file:\(path)", "-map", "0:s:\(text.index)",
      ]
      + (isWebVTT ? ["-c:s", "copy", "-f", "webvtt", "pipe:1"] : ["-c:s", "srt", "-f", "srt", "pipe:1"])
    let output = try await MediaProcess(name: name, file: path, timeLimit: Self.readingLimit)
      .run("ffmpeg", words, outputLimit: 64 << 20)
    let shift = ((startTime - (video?.startTime ?? startTime)) * 1000).rounded
    do {
      func warn(_ problem: SubtitleProblem) {
        onNotice(Notice(at: .named(name), of: "subtitles", "its subtitles: \(problem.sentence)"))
      }
      let lines = try SubtitleLines(output)
      let cues = try isWebVTT ? WebVTT.cues(lines, onWarning: warn) : SubRip.cues(lines, onWarning: warn)
      return cues.map { cue in
        SubtitleCue(start: cue.start + shift, end: cue.end + shift, text: cue.text)
      }
    } catch {
      throw SystemError.badData(path: name, reason: "its subtitles cannot be read: \(error.sentence)")
    }
  }
}

/// A temporary file with subtitles for a film's container; it is removed with the last copy.
package struct TextTrackFile: Sendable {
  private let file: TemporaryFile
  /// The language in ISO 639-2; empty if unknown.
  package let language: String

  package var path: String { file.path }

  private init(_ file: TemporaryFile, language: String) {
    self.file = file
    self.language = language
  }

  /// Writes `cues`, in the film's time, as SubRip.
  /// - Throws: `SystemError.cannotCreate`.
  package init(_ cues: [SubtitleCue], language: String) throws {
    self.init(try TemporaryFile("subtitles.srt", Array(SubRip.file(cues).utf8)), language: language)
  }

  /// The subtitles as the only track of an MP4 or MOV.
  /// - Throws: `SystemError.programMissing`, `.badData`, `.cannotCreate`, `.cancelled`.
  package func movie(_ format: OutputFormat) async throws -> TextTrackFile {
    let made = try TemporaryFile("subtitles.\(format.rawValue)")
    let words =
      [
        "-nostdin", "-v", "error", "-f", "srt", "-i", "file:\(path)", "-c:s",
        format.facts.textCodec ?? "copy",
      ]
      + TrackLanguage.arguments(language, of: "s:0", in: format)
      + ["-f", format.muxer, "file:\(made.path)"]
    _ = try await MediaProcess(name: "the subtitles", file: path, timeLimit: ClipInfo.readingLimit)
      .run("ffmpeg", words, outputLimit: 1 << 20)
    return TextTrackFile(made, language: language)
  }
}
