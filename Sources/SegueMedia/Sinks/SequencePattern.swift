import SegueSystem

/// The file names of a sequence: a folder, or a path with a `printf` number.
package struct SequencePattern: Sendable, Hashable {
  /// The folder of the files; `.` for a bare name.
  package let folder: String
  /// Whether a folder was given instead of a file pattern.
  let isFolder: Bool
  private let before: String
  private let digits: Int
  private let after: String

  /// Reads `frames/`, which gives `frames/frame-00000.png` and so on, or `dir/name-%04d.png`.
  ///
  /// The number is `%d` or `%0Nd` with N from 1 to 18; `%%` is a percent sign.
  /// - Parameter isFolder: whether `path` is a folder even though it doesn't end in a slash.
  /// - Throws: `MediaError.unsupported` for a missing, repeated or malformed number, or a number in
  ///   the folder's name.
  package init(_ path: String, isFolder: Bool = false) throws(MediaError) {
    self.isFolder = isFolder || path.hasSuffix("/")
    if self.isFolder {
      var folder = path
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      self.folder = folder.isEmpty ? "." : folder
      (before, digits, after) = ("frame-", 5, ".png")
      return
    }
    folder = OutputPath.folder(of: path)
    if path.contains("/"), folder.contains("%") {
      throw Self.error(.numberInFolder(path))
    }
    (before, digits, after) = try Self.parse(OutputPath.name(of: path))
  }

  /// The sequence for an output path. The path is a folder unless its name has a number pattern such
  /// as `%05d`.
  package init(output path: String) throws(MediaError) {
    try self.init(path, isFolder: !Self.isPattern(path))
  }

  /// Whether `path` names a sequence: it ends in a slash, or its last component has a number
  /// pattern such as `%05d`. Any other percent sign is literal.
  package static func isPattern(_ path: String) -> Bool {
    path.hasSuffix("/") || OutputPath.name(of: path).replacing("%%", with: "").contains(/%[0-9]*d/)
  }

  /// The file name for the frame with `index` in the whole run, without the folder.
  package func name(for index: Int) -> String {
    precondition(index >= 0, "the index must be at least 0")
    let number = String(index)
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }

  package func path(for index: Int) -> String {
    switch folder {
    case ".": name(for: index)
    case "/": "/" + name(for: index)
    default: folder + "/" + name(for: index)
    }
  }

  /// The frame index for the file called `name`; `nil` for other files.
  package func index(of name: String) -> Int? {
    guard name.hasPrefix(before), name.hasSuffix(after),
      name.utf8.count > before.utf8.count + after.utf8.count,
      let index = Int(name.dropFirst(before.count).dropLast(after.count)), index >= 0,
      self.name(for: index) == name
    else { return nil }
    return index
  }

  /// The frames of `range` whose files exist, in order. The cost depends on the folder's size, not
  /// on the run's length.
  package func existing(in range: some RangeExpression<Int>) -> [Int] {
    OutputPath.names(in: folder).compactMap { index(of: $0) }.filter { range.contains($0) }.sorted()
  }

  private static func parse(_ name: String) throws(MediaError) -> (String, Int, String) {
    var texts = [""]
    var digits: Int?
    var rest = Substring(name)
    while let character = rest.popFirst() {
      guard character == "%" else {
        texts[texts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        texts[texts.count - 1].append("%")
        continue
      }
      guard digits == nil else { throw error(.severalNumbers(name)) }
      digits = try number(&rest, in: name)
      texts.append("")
    }
    guard let digits, texts.count == 2 else { throw error(.noNumber(name)) }
    return (texts[0], digits, texts[1])
  }

  /// Reads `d` or `0Nd`.
  private static func number(_ rest: inout Substring, in name: String) throws(MediaError) -> Int {
    let form = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(form.count)
    guard rest.popFirst() == "d" else { throw error(.numberForm(name)) }
    if form.isEmpty { return 1 }
    guard form.first == "0", let count = Int(form), (1...18).contains(count) else {
      throw error(.numberDigits(name))
    }
    return count
  }

  private static func error(_ limit: MediaError.FormatLimit) -> MediaError {
    .unsupported(format: OutputFormat.pngSequence.rawValue, limit: limit)
  }
}
