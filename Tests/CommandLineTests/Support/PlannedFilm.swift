import ArgumentParser
import Foundation
import SegueFilm
import SegueRun
import TestSupport

@testable import segue_cli

extension Workplace {
  /// The plan of the command `words`, parsed and planned as by the tool, but in this process, which probes each
  /// clip once. Names of files in the folder become their paths, except for `output`, which may exist already.
  /// A render is checked without opening its pictures.
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
    let command = try SegueTool.parseAsRoot(words)
    if let render = command as? RenderCommand { _ = try RenderJob(try render.request()) }
    guard let film = command as? JoinCommand else { return nil }
    try film.check()
    return try await FilmJob(try film.request()).plan()
  }

  /// The plan of `line`, a command on a page; of a pipeline, the first command's.
  /// - Returns: `nil` for a command other than `join`.
  func plan(line: String) async throws -> FilmReport? {
    let line = line.components(separatedBy: " | ")[0]
    let split = try await Program("/bin/bash").run(
      ["-c", "segue() { printf '%s\\0' \"$@\"; }; " + line], in: path)
    let output = line.firstMatch(of: /-o (\S+)/).map { String($0.output.1) }
    return try await plan(split.text.split(separator: "\0").map(String.init), output: output)
  }
}
