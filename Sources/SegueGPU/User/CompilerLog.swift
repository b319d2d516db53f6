import SegueRendering

/// A message of a driver's compiler, in one of several forms: `0:7(12): error: …`, `0(7) : error C1008: …`,
/// `ERROR: 0:7: …`.
struct CompilerLog {
  let text: String

  /// The first line number of the host's own text, above every line number of a user's text.
  static let firstHostLine = 2_000_001

  /// The first error, with the user's line.
  func fault(of program: ShaderProgram) -> ShaderFault {
    let lines = text.split { $0.isNewline || $0 == "\0" }
    let errors = lines.filter { $0.lowercased().contains("error") }
    let placed = errors.compactMap { line in number(in: line).map { ($0, line) } }
    guard let (number, line) = placed.first(where: { $0.0 < CompilerLog.firstHostLine }) else {
      let message =
        (errors.first ?? lines.first).map(String.init) ?? "the compiler rejects the shader without a message"
      return ShaderFault(name: program.name, message: message, kind: .refused(log: text))
    }
    return ShaderFault(
      name: program.name, line: number, lineText: program.line(number),
      message: message(in: line), kind: .refused(log: text))
  }

  /// The line: the second of the first two numbers separated by `:` or `(`.
  private func number(in line: Substring) -> Int? {
    var numbers: [Int] = []
    var digits = ""
    for character in line {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if let number = Int(digits) {
        numbers.append(number)
        if numbers.count == 2 { break }
        guard character == ":" || character == "(" else { return nil }
      } else if !numbers.isEmpty {
        return nil
      }
      digits = ""
    }
    if numbers.count == 1, let last = Int(digits) { numbers.append(last) }
    return numbers.count == 2 ? numbers[1] : nil
  }

  /// The text after the line number and the word `error`.
  private func message(in line: Substring) -> String {
    guard let range = line.lowercased().firstRange(of: "error: ") else {
      return String(line.drop { !$0.isLetter })
    }
    let offset = line.lowercased().distance(from: line.lowercased().startIndex, to: range.upperBound)
    let rest = line.dropFirst(offset)
    // In `ERROR: 1:7: …` the line number follows the word.
    return String(rest.drop { $0.isNumber || $0 == ":" || $0 == " " })
  }
}
