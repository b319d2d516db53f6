import Foundation
import SegueFilms
import TestSupport
import Testing

@testable import SeguePreview
@testable import segue_cli

/// A page without a server: events at chosen times in, messages and frames out.
@Suite("A page's session") struct PageSessionTests {
  private static let size = ImageSize(width: 96, height: 64)

  private func session(_ transition: String = "dissolve") throws -> PageSession {
    var request = RenderRequest(
      from: .file(path: "a.png"), to: .file(path: "b.png"), output: "out.mp4")
    request.transition = TransitionChoice(name: transition)
    request.drawing.backend = .cpu
    let match = try request.library.transition(named: transition)
    let stage = try SnapshotPair(
      from: Snapshot(PixelBuffer(size: Self.size, color: .black)),
      to: Snapshot(PixelBuffer(size: Self.size, color: .white)))
    return try PageSession(
      PreviewModel(
        request, stage: stage, notices: [Notice(.warning, "beware")],
        catalogue: PreviewCatalogue(request, match, others: [], textures: [:]),
        filters: PreviewFilters(), watched: [], describe: { "\($0)" }, command: RenderCommand.words))
  }

  /// The messages with the key `key`.
  private func values(_ updates: [[UInt8]], _ key: String) throws -> [Any] {
    try updates.compactMap { try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] }
      .compactMap { $0[key] }
  }

  private func grey(_ session: PageSession, level: Int = 0) throws -> (FrameHeader, UInt8) {
    let question = try PageMessage(
      Array(#"{"seq": 7, "t": 0, "level": \#(level), "events": []}"#.utf8), levels: 2)
    let (header, frame) = try #require(session.frame(question))
    defer { frame.release() }
    return (header, frame.bytes[0])
  }

  @Test("a new page gets the configuration before the state")
  func initialMessages() throws {
    let initialMessages = try session().initialMessages()
    let configuration = try #require(values(initialMessages, "configuration").first as? [String: Any])
    #expect(
      configuration["from"] as? String == "a.png" && configuration["warnings"] as? [String] == ["beware"])
    #expect(configuration["levels"] as? [[Int]] == [[96, 64]])
    let names = (configuration["transitions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names == Catalogue.builtIn.transitions.map(\.name))
    let state = try #require(values(initialMessages, "state").first as? [String: Any])
    #expect(state["transition"] as? String == "dissolve" && state["duration"] as? Double == 1)
  }

  @Test("a seek draws one frame and sends one command")
  func seeking() throws {
    let session = try session()
    defer { session.close() }
    session.take([.seek(0.25)], at: 0)
    let (header, grey) = try grey(session)
    // The grey is a quarter of white.
    #expect(header.sequence == 7 && header.progress == 0.25 && header.isExact && !header.isRunning)
    #expect(grey == 64)
    let command = try #require(values(session.updates(), "command").first as? [String: String])
    #expect(command["frame"]?.contains("--at 0.25") == true)
    #expect(session.updates().isEmpty)
  }

  @Test("a run follows its curve in the page's time")
  func running() throws {
    let session = try session()
    defer { session.close() }
    session.take([.seek(0)], at: 10)
    session.take([.play], at: 10)
    session.take([], at: 10.5)
    let (header, grey) = try grey(session)
    #expect(header.isRunning && !header.isExact && abs(header.progress - 0.5) < 1e-9 && grey == 128)
    #expect(try values(session.updates(), "command").isEmpty, "no command while it runs")
    session.take([], at: 11.5)
    #expect(try values(session.updates(), "outcome") as? [String] == ["finished"])
    #expect(try self.grey(session).1 == 255)
  }

  @Test(
    "a run starts at the time of its event",
    arguments: [
      [PageMessage.Event.play], [.toggle], [.seek(1), .reverse],
    ])
  func afterRest(events: [PageMessage.Event]) throws {
    let session = try session()
    defer { session.close() }
    session.take(events, at: 8)
    #expect(try grey(session).0.isRunning)
    session.take([], at: 8.25)
    let header = try grey(session).0
    #expect(header.isRunning && abs(header.progress - (header.isReversed ? 0.75 : 0.25)) < 1e-9)
  }

  @Test(
    "screens of an app follow the finger",
    arguments: [("ios-push", -1.0, 0.0), ("ios-pop", 1, 0), ("ios-sheet", 0, -1), ("ios-zoom", -1, 0)])
  func following(name: String, x: Double, y: Double) throws {
    let session = try session(name)
    defer { session.close() }
    session.take([.press(at: 1, width: 100), .move(at: 1.1, x: 30 * x, y: 30 * y)], at: 1.1)
    let question = try PageMessage(Array(#"{"seq": 1, "t": 0, "level": 0, "events": []}"#.utf8), levels: 2)
    let (header, frame) = try #require(session.frame(question))
    defer { frame.release() }
    #expect(abs(header.progress - 0.3) < 1e-9)
    let stage = SnapshotPair(
      from: Snapshot(PixelBuffer(size: Self.size, color: .black)),
      to: Snapshot(PixelBuffer(size: Self.size, color: .white)), notices: [])
    let recipe = try Catalogue.builtIn.transition(name).recipe(at: header.progress, in: stage.context)
    let picture = try stage.pictures(of: [recipe], over: .black)[0]
    #expect(frame.bytes == picture.rgba && picture.rgba != stage.from.rgba)
  }

  @Test("an invalid choice is reported without a change")
  func choosing() throws {
    let session = try session()
    defer { session.close() }
    session.take([.transition("none"), .parameter(name: "exponent", value: "-1")], at: 0)
    #expect(session.selection.entry.name == "dissolve" && session.selection.values.isEmpty)
    #expect(try values(session.updates(), "note").count == 2)
    session.take([.transition("slide"), .parameter(name: "rows", value: "3"), .export("gif")], at: 1)
    let state = try #require(values(session.updates(), "state").last as? [String: Any])
    #expect(state["transition"] as? String == "slide")
    #expect(state["parameters"] as? [String: String] == ["rows": "3"])
    #expect(session.exports() == ["gif"] && session.exports().isEmpty)
    session.take([.reset], at: 2)
    #expect(session.selection.values.isEmpty)
  }
}
