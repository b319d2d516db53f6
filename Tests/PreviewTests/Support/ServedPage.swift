import Foundation
import Segue

@testable import SeguePreview

/// A server in this process over two small pictures, for as long as a test runs.
struct ServedPage: Sendable {
  let server: PreviewServer
  let port: Int
  let token: String
  var host: String { "127.0.0.1:\(port)" }

  /// Serves two pictures of one colour each to `body`, and ends the server.
  static func with(
    size: ImageSize = ImageSize(width: 160, height: 90), _ body: @Sendable (ServedPage) async throws -> Void
  ) async throws {
    let folder = NSTemporaryDirectory() + "segue preview tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, color) in [("from", red), ("to", blue)] {
      try write(color, size: size, to: folder + "/\(name).png")
    }
    let request = RenderRequest(
      from: .file(path: folder + "/from.png"), to: .file(path: folder + "/to.png"), output: "out.mp4")
    let server = try await PreviewServer(request, port: 0) { "\($0)" }
    let parts = server.address.split(separator: "#")
    let page = ServedPage(
      server: server, port: Int(parts[0].dropLast().split(separator: ":").last ?? "") ?? 0,
      token: String(parts[1]))
    async let running: Void = server.run()
    do {
      try await body(page)
    } catch {
      server.stop()
      try await running
      throw error
    }
    server.stop()
    try await running
  }

  static let red = RGBAColor(red: 200, green: 40, blue: 40)
  static let blue = RGBAColor(red: 40, green: 40, blue: 200)

  static func write(_ color: RGBAColor, size: ImageSize, to path: String) throws {
    var pixels: [UInt8] = []
    for _ in 0..<size.area { pixels += [color.red, color.green, color.blue, 255] }
    let bytes = try pixels.withUnsafeBytes { try PNGEncoder().encode($0, size: size, hasAlpha: false) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// A page's socket, past the gate.
  func socket() throws -> RawConnection {
    let connection = try connect()
    let answer = connection.upgrade(path: "/live?token=\(token)", host: host, origin: "http://\(host)")
    guard answer.hasPrefix("HTTP/1.1 101") else { throw RawConnection.Refused() }
    return connection
  }

  /// Whether a good request is still answered with the page.
  func isAlive() throws -> Bool {
    try connect().request("GET / HTTP/1.1", "Host: \(host)").hasPrefix("HTTP/1.1 200")
  }
}
