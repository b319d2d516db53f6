import Foundation

/// What goes to the terminal: results to stdout, everything for people to stderr.
enum Console {
  /// Writes a line for people.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Writes a result, a line that ends with a line feed.
  static func result(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  /// Writes a result as JSON, its keys in the order of their names.
  static func result(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    result(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Whether stderr is a terminal.
  static var errorIsTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// Ends the process with `code`, without what libraries want to do at exit: software GL frees there what its threads
  /// still use.
  static func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }
}
