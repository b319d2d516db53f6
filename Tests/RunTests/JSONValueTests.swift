import Foundation
import SegueFields
import TestSupport
import Testing

@testable import SegueRun

/// The JSON reader compared with Foundation's.
@Suite("JSON values") struct JSONValueTests {
  private static func value(_ numbers: inout SplitMix64, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &numbers) {
    case 0: .null
    case 1: .flag(.random(using: &numbers))
    case 2: .number(Double(Int.random(in: -1_000_000...1_000_000, using: &numbers)))
    case 3:
      .number(Double.random(in: -1...1, using: &numbers) * pow(10, .random(in: -200...200, using: &numbers)))
    case 4:
      .text(["", "a", "Ä\u{1F600}", "\"\\/\n\t\u{1}", "\u{7F}\u{2028}"].randomElement(using: &numbers) ?? "")
    case 5: .list((0..<Int.random(in: 0...4, using: &numbers)).map { _ in value(&numbers, depth: depth + 1) })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0...4, using: &numbers)).map { ("k\($0)é", value(&numbers, depth: depth + 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  @Test("JSON written by Foundation is read unchanged")
  func encoded() throws {
    var numbers = SplitMix64(500)
    for _ in 0..<500 {
      let value = Self.value(&numbers, depth: 0)
      let isPretty = Bool.random(using: &numbers)
      let bytes = Array(try JSONEncoder.sorted(isPretty: isPretty).encode(value))
      #expect(try JSONValue(parsing: bytes) == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(
    "the reader accepts the same texts as Foundation",
    arguments: [
      "0", "-0", "01", "-", "+1", "1.", ".5", "1.5e3", "1e", "1E+2", "0x10", "1e400", "tru", "true ", " [ ] ",
      "[,1]", "{}", #"{"a":}"#, "{a:1}", #""\ud83d\ude00""#, #""\q""#, "\"a\nb\"", "",
      "1 2", "nan", #"{"a":[{"b":null}]}"#, "'a'", "[1 2]", "{\"a\" 1}",
    ])
  func texts(text: String) {
    let known = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect((try? JSONValue(parsing: Array(text.utf8))) == known)
  }

  @Test("a trailing comma is rejected, unlike in Foundation", arguments: ["[1,]", #"{"a":1,}"#])
  func comma(text: String) {
    let error = #expect(throws: JSONProblem.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(
      error?.description.hasPrefix("it is not valid JSON; in line 1, expected a ") == true, "\(error as Any)")
  }

  @Test("the error for a duplicate key names its line")
  func twice() {
    let error = #expect(throws: JSONProblem.self) {
      try JSONValue(parsing: Array("{\"a\": 1,\n\"b\": {\"c\": 1,\n\"c\": 2}}".utf8))
    }
    #expect(
      error?.description
        == "it is not valid JSON; in line 3, expected a key other than “c”, which the object already has")
  }
}
