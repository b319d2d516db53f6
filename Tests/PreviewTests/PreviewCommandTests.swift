import Foundation
import SegueFilms
import TestSupport
import Testing

/// `segue preview` as a process: its output and its end.
@Suite("The process of segue preview", .serialized, .needs()) struct PreviewCommandTests {
  private let place: Workplace

  init() throws { place = try .withPictures(size: ImageSize(width: 320, height: 180)) }

  private func run(
    _ arguments: [String], meanwhile: @escaping @Sendable (Program.Running) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await Program.built("segue").run(
      ["preview", "--no-open"] + arguments, in: place.path, environment: ["TMPDIR": place.path],
      meanwhile: meanwhile)
  }

  @Test(
    "a signal ends the preview without leaving a file",
    arguments: [SIGINT, SIGTERM])
  func serving(signal: Int32) async throws {
    let outcome = try await run(["from.png", "to.png"]) { tool in
      try await waitUntil { tool.text.hasSuffix("\n") }
      let match = try #require(
        tool.text.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#([A-Za-z0-9_-]{22,})\n/))
      let port = try #require(Int(match.1))
      let page = try RawConnection(port: port).request("GET / HTTP/1.1", "Host: 127.0.0.1:\(port)")
      #expect(page.hasPrefix("HTTP/1.1 200"))
      // An open page does not keep the server running.
      let socket = try RawConnection(port: port)
      let answer = socket.upgrade(
        path: "/live?token=\(match.2)", host: "127.0.0.1:\(port)", origin: "http://127.0.0.1:\(port)")
      #expect(answer.hasPrefix("HTTP/1.1 101"))
      kill(tool.processID, signal)
      var last: (opcode: UInt8, payload: [UInt8])?
      while let frame = socket.receiveFrame() { last = frame }
      #expect(last.map { [$0.opcode] + $0.payload } == [8, 3, 233])  // 1001
    }
    #expect(!outcome.wasKilled && outcome.code == 0)
    #expect(outcome.text.split(separator: "\n").count == 1 && outcome.messages.isEmpty, "\(outcome.messages)")
    #expect(place.names() == ["from.png", "to.png"])
  }

  @Test("a port in use causes exit code 73")
  func usedPort() async throws {
    try await ServedPage.with { page in
      let outcome = try await run(["from.png", "to.png", "--port", "\(page.port)"])
      #expect(outcome.code == 73 && outcome.output.isEmpty)
      #expect(outcome.messages.contains("port \(page.port)"), "\(outcome.messages)")
      #expect(place.names() == ["from.png", "to.png"])
    }
  }

  @Test(
    "a preview with invalid arguments or inputs exits at once",
    arguments: [
      (["from.png", "none.png"], 66), (["from.png", "to.png", "-t", "nothing"], 64),
      (["from.png", "to.png", "--port", "70000"], 64),
      (["from.png", "to.png", "--background", "#00000080"], 64),
      (["from.png", "to.png", "-p", "nothing=1"], 64), (["from.png", "to.png", "-t", "none.glsl"], 66),
      (["from.png", "to.png", "-t", "none.json"], 66), (["from.png", "to.png", "--filter", "blurr(1)"], 64),
      (["from.png", "to.png", "--from-filter", "blur(p-1)"], 64),
      (["from.png", "to.png", "--to-filter", "lut('none.cube')"], 66),
      (["none.json"], 66), (["from.png", "+dissolve", "none.png"], 66),
      (["from.png", "+nothing", "to.png"], 64),
      (["from.png", "+dissolve:9", "to.png"], 64), (["from.png", "to.png", "--title", "A,at=nowhere"], 64),
      (["from.png", "+dissolve", "to.png", "--background", "#00000080"], 64),
    ] as [([String], Int32)])
  func invalidPreview(arguments: [String], code: Int32) async throws {
    let outcome = try await run(arguments)
    #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome.messages)")
  }
}
