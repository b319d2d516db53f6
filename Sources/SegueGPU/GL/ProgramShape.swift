import SegueShaders

/// Which shader files make a program, and how they are switched.
///
/// **Thread-safety:** a value.
struct ProgramShape: Hashable {
  /// A file with the number that its `$` stand for.
  struct Part: Hashable {
    var file: ShaderFile
    var number: Int
  }

  var vertex = ShaderFile.frameVertex
  var main: ShaderFile
  var parts: [Part] = []
  var switches: [String] = []

  init(_ main: ShaderFile) { self.main = main }

  mutating func define(_ name: String, _ value: Int) { switches.append("#define \(name) \(value)\n") }
  mutating func define(_ name: String, _ value: Bool) { define(name, value ? 1 : 0) }
  mutating func add(_ file: ShaderFile, number: Int = 0) { parts.append(Part(file: file, number: number)) }

  var vertexText: String { ProgramShape.plain(ShaderFile.preamble.text + vertex.text) }

  var fragmentText: String {
    var text = ShaderFile.preamble.text + switches.joined()
    if main != .cells {
      for file in [ShaderFile.pictures, .tables, .arithmetic, .affine] { text += file.text }
      for part in parts { text += part.file.text(number: part.number) }
    }
    return ProgramShape.plain(text + main.text)
  }

  /// Without comments: some compilers stumble over letters beyond ASCII, even there.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
  }
}
