import Glibc

/// The file of a program that this process starts by name.
package struct ProgramFile: Sendable, Hashable {
  /// The environment variables that name a program's file.
  private static let variables = ["ffmpeg": "SEGUE_FFMPEG", "ffprobe": "SEGUE_FFPROBE"]

  /// A path, or a name that is looked up in PATH.
  package let path: String
  /// The variable that names the file; `nil` if it is unset or empty.
  let variable: String?

  package init(of program: String) {
    let variable = Self.variables[program]
    let value = variable.flatMap { getenv($0) }.map { String(cString: $0) } ?? ""
    self.variable = value.isEmpty ? nil : variable
    path = value.isEmpty ? program : value
  }
}
