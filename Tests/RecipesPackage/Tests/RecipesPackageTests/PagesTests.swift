import Pages
import SegueRecipes
import Testing

private func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> Snapshot {
  try Snapshot(width: 32, height: 16, rgba: (0..<512).flatMap { _ in [red, green, blue, 255] })
}

@Suite("Drawing package") struct PagesTests {
  @Test("a slide shows both pictures between its ends")
  func slides() throws {
    let (from, to) = (try plain(200, 0, 0), try plain(0, 0, 200))
    let frames = try slide(from: from, to: to, frames: 31)
    #expect(frames[0].rgba == from.rgba && frames[30].rgba == to.rgba)
    let colors = Set(frames.flatMap { frame in (0..<32).map { frame[$0, 4] } })
    #expect(
      colors.isSuperset(of: [RGBAColor(red: 200, green: 0, blue: 0), RGBAColor(red: 0, green: 0, blue: 200)]))
  }

  @Test("a look with a filter mixes the picture and its negative")
  func looks() throws {
    let frame = try negative(from: plain(200, 0, 0), to: plain(0, 100, 0), at: 0.5)
    #expect(frame[5, 5] == RGBAColor(red: 155, green: 205, blue: 255))
  }
}
