import Foundation
import SegueFilms
import TestSupport

@testable import SeguePreview
@testable import segue_cli

/// A server in this process over two small pictures, for the duration of a test.
struct ServedPage: Sendable {
  let server: PreviewServer
  let port: Int
  let token: String
  var host: String { "127.0.0.1:\(port)" }

  static let red = RGBAColor(red: 200, green: 40, blue: 40)
  static let blue = RGBAColor(red: 40, green: 40, blue: 200)

  /// Runs `body` with a server over two single-colour pictures.
  static func with(
    size: ImageSize = ImageSize(width: 160, height: 90), requestTimeout: Duration = .seconds(5),
    _ body: @Sendable (ServedPage) async throws -> Void
  ) async throws {
    let place = try Workplace.withPictures(size: size)
    let request = RenderRequest(
      from: .file(path: place.file("from.png")), to: .file(path: place.file("to.png")), output: "out.mp4")
    let server = try await PreviewServer(
      request, port: 0, requestTimeout: requestTimeout, describe: { "\($0)" }, command: RenderCommand.words)
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

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// An accepted socket of a page.
  func socket() throws -> RawConnection {
    let connection = try connect()
    let answer = connection.upgrade(path: "/live?token=\(token)", host: host, origin: "http://\(host)")
    guard answer.hasPrefix("HTTP/1.1 101") else { throw RawConnection.Refused() }
    return connection
  }

  /// Whether a valid request still gets the page.
  func isAlive() throws -> Bool {
    try connect().request("GET / HTTP/1.1", "Host: \(host)").hasPrefix("HTTP/1.1 200")
  }
}

extension Workplace {
  /// A workplace with two single-colour pictures, from.png and to.png.
  static func withPictures(size: ImageSize) throws -> Workplace {
    let place = try Workplace()
    try place.write(Snapshot(PixelBuffer(size: size, color: ServedPage.red)), to: "from.png")
    try place.write(Snapshot(PixelBuffer(size: size, color: ServedPage.blue)), to: "to.png")
    return place
  }
}
