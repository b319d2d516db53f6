import Foundation
import Segue
import Testing

@testable import SeguePreview

/// `segue preview` as a process: what it prints, and how it ends.
@Suite(.serialized) struct PreviewCommandTests {
  @Test(arguments: [SIGINT, SIGTERM]) func servesUntilASignal(signal: Int32) throws {
    let studio = try Studio()
    let (process, output, messages) = try studio.start("preview", "from.png", "to.png", "--no-open")
    let line = String(decoding: output.availableData, as: UTF8.self)
    let match = try #require(line.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/#([A-Za-z0-9_-]{22,})\n$/))
    let port = try #require(Int(match.1))
    let page = try RawConnection(port: port).request("GET / HTTP/1.1", "Host: 127.0.0.1:\(port)")
    #expect(page.hasPrefix("HTTP/1.1 200"))
    // A page that is open does not keep it.
    let socket = try RawConnection(port: port)
    let answer = socket.upgrade(
      path: "/live?token=\(match.2)", host: "127.0.0.1:\(port)", origin: "http://127.0.0.1:\(port)")
    #expect(answer.hasPrefix("HTTP/1.1 101"))
    kill(process.processIdentifier, signal)
    var last: (opcode: UInt8, payload: [UInt8])?
    while let frame = socket.receiveFrame() { last = frame }
    #expect(last.map { [$0.opcode] + $0.payload } == [8, 3, 233])  // 1001
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(output.readDataToEndOfFile().isEmpty)
    #expect(messages.readDataToEndOfFile().isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: studio.path).sorted()
    #expect(left == ["from.png", "to.png"])
  }

  @Test func aTakenPort() async throws {
    try await ServedPage.with { page in
      let studio = try Studio()
      let (process, output, messages) = try studio.start(
        "preview", "from.png", "to.png", "--no-open", "--port", "\(page.port)")
      process.waitUntilExit()
      #expect(process.terminationStatus == 73)
      #expect(output.readDataToEndOfFile().isEmpty)
      #expect(String(decoding: messages.readDataToEndOfFile(), as: UTF8.self).contains("port \(page.port)"))
      #expect(FileManager.default.fileExists(atPath: studio.path + "/from.png"))
    }
  }

  @Test(
    arguments: [
      (["from.png", "none.png"], 66), (["from.png", "to.png", "-t", "nothing"], 64),
      (["from.png", "to.png", "--port", "70000"], 64),
      (["from.png", "to.png", "--background", "#00000080"], 64),
      (["from.png", "to.png", "-p", "nothing=1"], 64), (["from.png", "to.png", "-t", "none.glsl"], 66),
      (["from.png", "to.png", "-t", "none.json"], 66), (["from.png", "to.png", "--filter", "blurr(1)"], 64),
      (["from.png", "to.png", "--from-filter", "blur(p-1)"], 64),
      (["from.png", "to.png", "--to-filter", "lut('none.cube')"], 66),
    ] as [([String], Int32)])
  func whatCannotBeServed(arguments: [String], code: Int32) throws {
    let studio = try Studio()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Studio.tool())
    process.arguments = ["preview", "--no-open"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: studio.path)
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == code)
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }
}
