/// A reader of `.cube` files: Adobe's (one table, `DOMAIN_MIN`, `DOMAIN_MAX`) and Resolve's (curves
/// before the cube, `LUT_1D_INPUT_RANGE`, `LUT_3D_INPUT_RANGE`).
///
/// Keywords precede the rows, each at most once, in upper or lower case. A row is three numbers, and red
/// changes fastest. A line that begins with `#` is a comment. Titles may lack quotes, lines may end in
/// CR LF, and a byte order mark is skipped. Values are −8…8; interpolated colours are clamped to 0…1.
/// `DOMAIN_…` applies to the first of two tables.
///
/// **Source:** Adobe, Cube LUT Specification 1.0 (2013); OpenColorIO's readers for both.
package enum CubeFile {
  /// The maximum size of a file in bytes.
  package static let longest = 512 << 20
  private static let longestLine = 4096

  private static let known = [
    "TITLE", "LUT_1D_SIZE", "LUT_3D_SIZE", "DOMAIN_MIN", "DOMAIN_MAX", "LUT_1D_INPUT_RANGE",
    "LUT_3D_INPUT_RANGE",
  ]
  // Unsupported: a video range is relative to the pixels before their conversion to sRGB.
  private static let refused = ["LUT_IN_VIDEO_RANGE", "LUT_OUT_VIDEO_RANGE"]

  /// Reads a file.
  /// - Parameter name: the file's name in errors.
  /// - Throws: `ColorTableError`.
  package static func parse(_ bytes: UnsafeRawBufferPointer, name: String) throws(ColorTableError)
    -> ColorTable
  {
    guard bytes.count <= longest else {
      throw ColorTableError(name: name, problem: .tooLarge(limit: longest))
    }
    var reader = Reader(name: name, byteCount: bytes.count)
    var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 10 {
        if bytes[end] < 32, bytes[end] != 9, bytes[end] != 13 {
          throw ColorTableError(name: name, line: reader.line + 1, problem: .binary)
        }
        end += 1
      }
      try reader.take(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
    return try reader.finish()
  }

  /// Reads a file from an array of bytes.
  /// - Throws: `ColorTableError`.
  package static func parse(_ bytes: [UInt8], name: String) throws(ColorTableError) -> ColorTable {
    let result = bytes.withUnsafeBytes { buffer -> Result<ColorTable, ColorTableError> in
      do throws(ColorTableError) { return .success(try parse(buffer, name: name)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The state of the reader.
  private struct Reader {
    let name: String
    let byteCount: Int
    var line = 0
    private var keywords: Set<String> = []
    private var title: String?
    private var curveSize: Int?
    private var cubeSize: Int?
    private var domainLow = [0.0, 0, 0]
    private var domainHigh = [1.0, 1, 1]
    private var curveRange: (low: Double, high: Double)?
    private var cubeRange: (low: Double, high: Double)?
    private var curveValues: [Float] = []
    private var cubeValues: [Int32] = []
    private var rows = 0
    private var expected = 0

    init(name: String, byteCount: Int) {
      self.name = name
      self.byteCount = byteCount
    }

    private func fault(_ problem: ColorTableError.Problem) -> ColorTableError {
      ColorTableError(name: name, line: line, problem: problem)
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(ColorTableError) {
      line += 1
      guard bytes.count <= longestLine else { throw fault(.tooLongLine(limit: longestLine)) }
      let words = CubeFile.words(bytes)
      guard let first = words.first, bytes[first.lowerBound] != UInt8(ascii: "#") else { return }
      let letter = bytes[first.lowerBound] | 32
      let isWord = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
      // `nan` and `inf` are bad numbers, not keywords.
      if isWord, words.count != 3 || keyword(bytes, first).contains("_") || keyword(bytes, first) == "TITLE" {
        try take(keyword(bytes, first), bytes, Array(words.dropFirst()))
      } else {
        try takeRow(bytes, words)
      }
    }

    private func keyword(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self).uppercased()
    }

    private mutating func take(
      _ keyword: String, _ bytes: UnsafeRawBufferPointer, _ words: [Range<Int>]
    ) throws(ColorTableError) {
      if refused.contains(keyword) { throw fault(.unsupportedKeyword(keyword)) }
      guard known.contains(keyword) else { throw fault(.unknownKeyword(keyword, known: known)) }
      guard rows == 0 else { throw fault(.lateKeyword(keyword)) }
      guard keywords.insert(keyword).inserted else { throw fault(.repeatedKeyword(keyword)) }
      switch keyword {
      case "TITLE":
        if let first = words.first, let last = words.last {
          var text = String(decoding: bytes[first.lowerBound..<last.upperBound], as: UTF8.self)
          if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = String(text.dropFirst().dropLast())
          }
          title = text
        }
      case "LUT_1D_SIZE": curveSize = try size(keyword, bytes, words, maximum: 65536)
      case "LUT_3D_SIZE": cubeSize = try size(keyword, bytes, words, maximum: 256)
      case "DOMAIN_MIN": domainLow = try numbers(keyword, bytes, words, count: 3)
      case "DOMAIN_MAX": domainHigh = try numbers(keyword, bytes, words, count: 3)
      default:
        let range = try numbers(keyword, bytes, words, count: 2)
        guard range[0] < range[1] else { throw fault(.emptyRange(keyword: keyword)) }
        if keyword == "LUT_1D_INPUT_RANGE" {
          curveRange = (range[0], range[1])
        } else {
          cubeRange = (range[0], range[1])
        }
      }
      if keyword.hasPrefix("DOMAIN"), zip(domainLow, domainHigh).contains(where: { $0 >= $1 }),
        keywords.isSuperset(of: ["DOMAIN_MIN", "DOMAIN_MAX"])
      {
        throw fault(.emptyRange(keyword: keyword))
      }
    }

    private func size(
      _ keyword: String, _ bytes: UnsafeRawBufferPointer, _ words: [Range<Int>], maximum: Int
    ) throws(ColorTableError) -> Int {
      let number = words.count == 1 ? Int(String(decoding: bytes[words[0]], as: UTF8.self)) : nil
      guard let number, number >= 2, number <= maximum else {
        throw fault(.wrongValues(keyword: keyword, expected: "a whole number from 2 to \(maximum)"))
      }
      return number
    }

    private func numbers(
      _ keyword: String, _ bytes: UnsafeRawBufferPointer, _ words: [Range<Int>], count: Int
    ) throws(ColorTableError) -> [Double] {
      let numbers = words.compactMap { CubeFile.number(bytes, $0) }
      guard words.count == count, numbers.count == count else {
        throw fault(.wrongValues(keyword: keyword, expected: count == 3 ? "three numbers" : "two numbers"))
      }
      return numbers
    }

    private mutating func takeRow(_ bytes: UnsafeRawBufferPointer, _ words: [Range<Int>])
      throws(ColorTableError)
    {
      if rows == 0 {
        guard curveSize != nil || cubeSize != nil else { throw fault(.missingSize) }
        if zip(domainLow, domainHigh).contains(where: { $0 >= $1 }) {
          throw fault(.emptyRange(keyword: keywords.contains("DOMAIN_MIN") ? "DOMAIN_MIN" : "DOMAIN_MAX"))
        }
        expected = (curveSize ?? 0) + (cubeSize.map { $0 * $0 * $0 } ?? 0)
        // Reserves no more memory than the file can fill: a row has at least six bytes.
        curveValues.reserveCapacity(min(curveSize ?? 0, byteCount / 6 + 1) * 3)
        cubeValues.reserveCapacity(min(expected - (curveSize ?? 0), byteCount / 6 + 1) * 3)
      }
      guard words.count == 3, let r = CubeFile.number(bytes, words[0]),
        let g = CubeFile.number(bytes, words[1]),
        let b = CubeFile.number(bytes, words[2])
      else { throw fault(.badRow) }
      guard rows < expected else { throw fault(.tooManyRows(expected: expected)) }
      for value in [r, g, b] {
        if rows < curveSize ?? 0 {
          // Before a cube, values beyond 1 may still be within the cube's range.
          curveValues.append(Float(value))
        } else {
          cubeValues.append(Int32((min(8, max(-8, value)) * 65280).rounded()))
        }
      }
      rows += 1
    }

    func finish() throws(ColorTableError) -> ColorTable {
      guard curveSize != nil || cubeSize != nil else {
        throw ColorTableError(name: name, problem: .missingSize)
      }
      let wanted = (curveSize ?? 0) + (cubeSize.map { $0 * $0 * $0 } ?? 0)
      guard rows == wanted else { throw fault(.tooFewRows(found: rows, expected: wanted)) }
      func range(_ own: (low: Double, high: Double)?, isFirst: Bool) -> (low: [Double], high: [Double]) {
        if let own { return ([own.low, own.low, own.low], [own.high, own.high, own.high]) }
        return isFirst ? (domainLow, domainHigh) : ([0, 0, 0], [1, 1, 1])
      }
      var curves: ColorTable.Curves?
      if curveSize != nil {
        let place = range(curveRange, isFirst: true)
        curves = ColorTable.Curves(values: curveValues, low: place.low, high: place.high)
      }
      var cube: ColorTable.Cube?
      if let cubeSize {
        let place = range(cubeRange, isFirst: curveSize == nil)
        cube = ColorTable.Cube(side: cubeSize, values: cubeValues, low: place.low, high: place.high)
      }
      return ColorTable(title: title, curves: curves, cube: cube)
    }
  }

  /// The ranges of the words between spaces.
  private static func words(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var at = 0
    while at < bytes.count {
      while at < bytes.count, bytes[at] == 32 || bytes[at] == 9 || bytes[at] == 13 { at += 1 }
      let start = at
      while at < bytes.count, bytes[at] != 32, bytes[at] != 9, bytes[at] != 13 { at += 1 }
      if at > start { words.append(start..<at) }
    }
    return words
  }

  /// A finite decimal number with a point, in every locale; `nil` for other bytes.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Double? {
    guard range.count <= 64 else { return nil }
    for index in range where !"0123456789+-.eE".utf8.contains(bytes[index]) { return nil }
    guard let number = Double(String(decoding: bytes[range], as: UTF8.self)), number.isFinite else {
      return nil
    }
    return number
  }
}
