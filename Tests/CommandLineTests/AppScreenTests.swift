import Foundation
import SegueImaging
import SegueMedia
import TestSupport
import Testing

extension ToolTests.Documents {
  /// A section of docs/app-screens.md, and contents of its last output.
  struct AppRecipe: Sendable, CustomTestStringConvertible {
    let title: String
    /// The number of frames.
    let count: Int
    /// The screens that are whole frames, by the frames' indices.
    var screens: [Int: String] = [:]
    /// The colours of pixels, by the frames' indices.
    var pixels: [(frame: Int, x: Int, y: Int, color: RGBAColor)] = []

    var testDescription: String { title }
  }

  private static let white = RGBAColor.white

  static let appRecipes = [
    // Three screens of 38 frames and three transitions of 9.
    AppRecipe(
      title: "Push between three screens", count: 141, screens: [0: "list", 60: "detail", 110: "route"]),
    AppRecipe(title: "A sheet over a page", count: 89, screens: [0: "list", 88: "sheet"]),
    AppRecipe(title: "A card that grows into a screen", count: 116, screens: [0: "list", 115: "detail"]),
    // At 1 s the finger, half of #3a3a3c over a line of text, is at 16 % of the width. At 1.8 s the edge is at 55 %,
    // 214.5 pixels; to its left the list has 95.5 % of its brightness.
    AppRecipe(
      title: "A swipe back by a finger", count: 75, screens: [0: "detail", 74: "list"],
      pixels: [
        (25, 62, 506, RGBAColor(red: 134, green: 134, blue: 137)), (45, 220, 460, white),
        (45, 190, 460, RGBAColor(red: 244, green: 244, blue: 244)),
      ]),
    // Half-way, the circle's radius is half of the 821 pixels from the button to the farthest corner. Its lowest pixel
    // in column 385 is in row 510.
    AppRecipe(
      title: "A theme change from a button", count: 131, screens: [0: "list", 130: "dark"],
      pixels: [
        (65, 385, 508, .black), (65, 385, 513, RGBAColor(red: 242, green: 242, blue: 247)),
      ]),
    // The background, the bezel, a row of the list.
    AppRecipe(
      title: "A preview in a phone", count: 111,
      pixels: [
        (0, 4, 4, RGBAColor(red: 223, green: 243, blue: 234)),
        (0, 100, 1100, RGBAColor(red: 17, green: 17, blue: 19)), (0, 622, 1174, white),
      ]),
  ]

  /// The text of a section of the page.
  private static func section(_ title: String) throws -> String {
    let rest = joined("app-screens.md").components(separatedBy: "\n## \(title)\n").dropFirst().first
    return try #require(rest).components(separatedBy: "\n## ")[0]
  }

  @Test("each section with a command on the page about app screens has a test")
  func appSections() {
    #expect(Self.blocks("sh", in: "app-screens.md").count == Self.appRecipes.count)
  }

  @Test("each recipe for app screens makes the expected frames", .needs("ffmpeg"), arguments: appRecipes)
  func appScreens(recipe: AppRecipe) async throws {
    let place = try Workplace.forTool()
    for name in ["list", "detail", "route", "sheet", "dark"] {
      try place.write(Self.page("../Examples/screens/\(name).svg"), to: name + ".svg")
    }
    let section = try Self.section(recipe.title)
    for file in section.matches(of: /`(\w+\.json)`[^`]*```json\n([^`]*)```/) {
      try place.write(String(file.output.2), to: String(file.output.1))
    }
    let commands = try #require(Self.blocks("sh", of: section).first).split(separator: "\n").map(String.init)
    // The film is compared as pictures; `make check` also encodes it.
    let last = try #require(commands.last)
    let rate = last.contains(".gif") && !last.contains("-r ") ? " -r 25" : ""
    let frames = last.replacing(/-o \w+\.\w+/, with: "-o frames/") + rate
    for command in commands.dropLast() + (Tier.current == .full ? [last, frames] : [frames]) {
      let shell = "tool=$1; segue() { \"$tool\" \"$@\"; }; " + command
      let outcome = try await Tool(place).run([], shell: shell)
      #expect(outcome.code == 0 && !outcome.messages.contains("warning:"), "\(outcome.messages)")
    }
    try await check(recipe, in: place)
  }

  private func check(_ recipe: AppRecipe, in place: Workplace) async throws {
    let names = place.names(in: "frames")
    try #require(names.count == recipe.count)
    func picture(_ name: String) async throws -> Snapshot {
      try await ImageDecoder().decode(path: place.file(name)).snapshot
    }
    for (index, screen) in recipe.screens {
      let frame = try await picture("frames/" + names[index])
      let still = try await picture(screen + ".svg")
      #expect(frame.size == still.size && frame.bytes == still.bytes, "frame \(index)")
    }
    for (index, x, y, color) in recipe.pixels {
      let pixel = try await picture("frames/" + names[index])[x, y]
      let isEqual = [\RGBAColor.red, \.green, \.blue].allSatisfy {
        abs(Int(pixel[keyPath: $0]) - Int(color[keyPath: $0])) <= 1
      }
      #expect(isEqual, "frame \(index), \(x), \(y): \(pixel)")
    }
  }
}
