import SegueFields
import SegueSystem

extension OutputRequest {
  /// The filters in the encoder arguments that change the speed or the length of the output.
  private var timeFilters: [String] {
    zip(encoderArguments, encoderArguments.dropFirst()).flatMap { option, graph -> [String] in
      guard ["-vf", "-af"].contains(option) || option.hasPrefix("-filter") else { return [] }
      return graph.matches(of: /(?:^|[,;\]])\s*([a-z]+)/).map { String($0.1) }
        .filter(Self.timeFilterNames.contains)
    }
  }

  /// ffmpeg's filters that change the timestamps of frames or samples. A muxer does not detect such
  /// a change. A filter that changes the number of frames fails at the end of the run.
  ///
  /// **Source:** ffmpeg-filters, sections 8, 11 and 18.
  private static let timeFilterNames: Set<String> = [
    "adelay", "aloop", "apad", "aselect", "asetpts", "asetrate", "atempo", "atrim",
    "rubberband", "setpts", "silenceremove",
  ]

  /// The warning about filters in the encoder arguments that change the output's time.
  package func filterNotices(_ names: PropertyNames) -> [Notice] {
    let filters = timeFilters
    if filters.isEmpty { return [] }
    let sentence = names.text(
      """
      \(filters.joined(separator: ", ")) in \(option: .encoderArguments) can change the speed or the length \
      of the output, which the report does not show
      """)
    return [Notice(of: .encoderArguments, sentence)]
  }
}
