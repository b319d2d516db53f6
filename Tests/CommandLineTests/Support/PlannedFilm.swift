import ArgumentParser
import SegueFilm
import TestSupport

@testable import segue_cli

extension Workplace {
  /// The plan of the command `words`, parsed and planned as by the tool, but in this process, which probes each
  /// clip once. Names of files in the folder become their paths, except for `output`, which may exist already.
  /// - Returns: `nil` for a command other than `join`.
  func plan(_ words: [String], output: String? = nil) async throws -> FilmReport? {
    let names = self.names().filter { $0 != output }
    // A quoted file name, after a comma or alone; a sequence of pictures has a pattern.
    let words = words.map { word in
      word.replacing(/[\w%-]+\.\w+/) { match -> String in
        let name = String(match.output)
        return names.contains(name) || name.contains("%") ? file(name) : name
      }
    }
    guard let film = try SegueTool.parseAsRoot(words) as? JoinCommand else { return nil }
    try film.check()
    return try await FilmJob(try film.request()).plan()
  }
}
