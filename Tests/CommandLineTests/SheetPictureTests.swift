import Foundation
import SegueTransitions
import Testing

extension ToolTests.Documents {
  /// A contact sheet of a page.
  struct SheetPicture: Sendable, CustomTestStringConvertible {
    let file: String
    /// The height of its pictures in pixels, as `-s` sets it.
    let cell: Int
    /// The number of its rows.
    let rows: Int

    var testDescription: String { file }
  }

  static let sheetPictures = [
    SheetPicture(file: "filters.png", cell: 40, rows: FilterCatalogue.builtIn.filters.count),
    SheetPicture(file: "sheet.png", cell: 68, rows: Catalogue.builtIn.transitions.count),
    SheetPicture(file: "platforms.png", cell: 156, rows: platforms.count),
    SheetPicture(file: "looks.png", cell: 81, rows: names(in: "Examples/Looks").count),
  ]

  /// The transitions of platforms: the built-in looks but those of no platform.
  private static let platforms = names(in: "Sources/SegueTransitions/Built-in/Looks").filter {
    !["fade-grays", "pin-rotate", "zoom-fade"].contains($0)
  }

  /// The names of the JSON files in a folder of the repository, without their extension.
  private static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url("../" + folder).path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test("a contact sheet on a page has a row for each entry", arguments: sheetPictures)
  func sheetRows(sheet: SheetPicture) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.url(sheet.file)))
    try #require(bytes.count > 24 && bytes[12..<16].elementsEqual("IHDR".utf8))
    let height = bytes[20..<24].reduce(0) { $0 << 8 | Int($1) }
    // A row is a picture and a gap. The head and the margins together are lower than a row.
    let row = sheet.cell + max(2, sheet.cell / 16)
    #expect(height / row == sheet.rows, "draw docs/\(sheet.file) again")
  }

  @Test("the sheet of platforms' transitions has a row for each transition")
  func platformRows() {
    let script = Self.page("../Tools/app-screens.sh")
    let rows = script.matches(of: /(?m)^row ([a-z-]+)\s/).map { String($0.output.1) }
    #expect(!rows.isEmpty && rows.sorted() == Self.platforms)
  }
}
