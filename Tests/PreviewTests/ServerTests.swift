import Foundation
import SegueFilms
import TestSupport
import Testing

@testable import SeguePreview

/// The server over raw sockets: invalid input is rejected and the server survives.
@Suite("Preview server", .serialized) struct ServerTests {
  @Test("every response has the security headers")
  func responses() async throws {
    try await ServedPage.with { page in
      for target in PageFile.all.map(\.path) + ["/nothing", "/thumbnails/0", "/live"] {
        let answer = try page.connect().request("GET \(target) HTTP/1.1", "Host: \(page.host)")
        #expect(answer.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
        #expect(answer.contains("X-Content-Type-Options: nosniff"))
        #expect(answer.contains("Referrer-Policy: no-referrer"))
        #expect(answer.contains("Cache-Control: no-store"))
        #expect(!answer.lowercased().contains("access-control-"))
        #expect(!answer.contains(page.token))
      }
      for file in PageFile.all {
        let answer = try page.connect().request("GET \(file.path) HTTP/1.1", "Host: \(page.host)")
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(Array(answer.utf8).suffix(file.bytes.count).elementsEqual(file.bytes))
      }
    }
  }

  @Test("requests for other hosts or from other origins are rejected")
  func foreignRequests() async throws {
    try await ServedPage.with { page in
      let refused: [([String], String)] = [
        (["GET / HTTP/1.1", "Host: evil.example"], "403"), (["GET / HTTP/1.1"], "403"),
        (["GET / HTTP/1.0"], "403"), (["GET / HTTP/1.1", "Host: \(page.host)", "Host: \(page.host)"], "403"),
        (["GET / HTTP/1.1", "Host: \(page.host)", "Origin: http://evil.example"], "403"),
        (["GET / HTTP/1.1", "Host: \(page.host)", "Origin: null"], "403"),
        (["GET /thumbnails/0 HTTP/1.1", "Host: \(page.host)"], "403"),
        (["GET /thumbnails/0 HTTP/1.1", "Host: \(page.host)", "Authorization: Bearer x"], "403"),
        (["GET /thumbnails/0?token=\(page.token) HTTP/1.1", "Host: \(page.host)"], "404"),
        (["GET /etc/passwd HTTP/1.1", "Host: \(page.host)"], "404"),
        (["GET /../../etc/passwd HTTP/1.1", "Host: \(page.host)"], "404"),
        (["POST / HTTP/1.1", "Host: \(page.host)", "Content-Length: 0"], "404"),
        (["GET /live?token=\(page.token) HTTP/1.1", "Host: \(page.host)"], "404"),
        (["GET /live HTTP/1.1", "Host: \(page.host)"], "403"),
      ]
      for (lines, status) in refused {
        let answer = try page.connect().request(lines)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(lines): \(answer.prefix(80))")
        #expect(answer.utf8.count < 1200)
      }
      let strip = try page.connect().request(
        "GET /thumbnails/0 HTTP/1.1", "Host: \(page.host)", "Authorization: Bearer \(page.token)")
      #expect(strip.hasPrefix("HTTP/1.1 200"))
      #expect(strip.contains("image/jpeg"))
    }
  }

  @Test("upgrades from other origins or without a token are rejected")
  func foreignUpgrades() async throws {
    try await ServedPage.with { page in
      let (path, host, origin) = ("/live?token=\(page.token)", page.host, "http://\(page.host)")
      let wrong: [(String, String?, String?)] = [
        (path, "evil.example", "http://evil.example"), (path, host, "http://evil.example"), (path, host, nil),
        (path, host, "null"), (path, host, "https://\(host)"), (path, "localhost:\(page.port)", origin),
        (path, nil, origin), ("/live", host, origin), ("/live?token=", host, origin),
        ("/live?token=\(page.token.dropLast())", host, origin), ("/?token=\(page.token)", host, origin),
        ("/thumbnails/0", host, origin),
      ]
      for (path, host, origin) in wrong {
        let answer = try page.connect().upgrade(path: path, host: host, origin: origin)
        #expect(
          answer.hasPrefix("HTTP/1.1 403") || answer.hasPrefix("HTTP/1.1 404"), "\(path) \(host ?? "-")")
        #expect(answer.contains("nosniff"))
      }
      // The upgrade names another protocol or another version.
      let twice = try page.connect().upgrade(
        path: path, host: host, origin: origin, more: ["Origin: \(origin)"])
      #expect(twice.hasPrefix("HTTP/1.1 403"))
      let tunnel = try page.connect().upgrade(
        path: path, host: "localhost:1234", origin: "http://localhost:1234")
      #expect(tunnel.hasPrefix("HTTP/1.1 101"))
      #expect(tunnel.contains("nosniff") && tunnel.contains("default-src 'none'"))
    }
  }

  @Test("a fifth socket is rejected")
  func socketLimit() async throws {
    try await ServedPage.with { page in
      var open = try (0..<4).map { _ in try page.socket() }
      #expect(throws: RawConnection.Refused.self) { try page.socket() }
      open.removeLast()
      // The server notices the closed socket.
      open.append(try await eventually { try? page.socket() })
      #expect(open.count == 4)
      #expect(try page.isAlive())
    }
  }

  @Test("a seek is answered with the frame")
  func frame() async throws {
    try await ServedPage.with { page in
      let socket = try page.socket()
      socket.sendText(
        #"{"seq":7,"t":1,"level":0,"events":[{"do":"transition","name":"dissolve"},{"do":"seek","value":0.5}]}"#
      )
      let picture = try #require(socket.receivePicture())
      #expect(picture.count == (32 + 160 * 90 * 4 as Int))
      #expect(Array(picture[0..<8]) == [7, 0, 0, 0, 160, 0, 90, 0])
      #expect(picture[8] == 1)
      // The mean of red and blue in sRGB values.
      #expect(Array(picture[32..<36]) == [120, 40, 120, 255])
    }
  }

  @Test("invalid messages close the socket")
  func invalidMessages() async throws {
    let wrong = [
      "", "{", "[]", "null", "{}", #"{"seq":1}"#, #"{"seq":-1,"t":0,"level":0,"events":[]}"#,
      #"{"seq":1,"t":-1,"level":0,"events":[]}"#, #"{"seq":1,"t":1e999,"level":0,"events":[]}"#,
      #"{"seq":1,"t":NaN,"level":0,"events":[]}"#, #"{"seq":1,"t":0,"level":99,"events":[]}"#,
      #"{"seq":1,"t":0,"level":-1,"events":[]}"#, #"{"seq":1.5,"t":0,"level":0,"events":[]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"launch"}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"seek","value":2}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"seek"}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"press","t":0,"width":0}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"move","samples":[[0,1]]}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"move","samples":[[0,1e300,0]]}]}"#,
      #"{"seq":1,"t":0,"level":0,"events":[{"do":"duration","value":0}]}"#,
    ]
    try await ServedPage.with { page in
      for text in wrong {
        let socket = try page.socket()
        socket.sendText(text)
        var last: (opcode: UInt8, payload: [UInt8])?
        while let frame = socket.receiveFrame() { last = frame }
        #expect(last?.opcode == 8, "\(text)")
        #expect(last.map { Array($0.payload.prefix(2)) } == [3, 240], "\(text)")  // 1008
      }
      #expect(try page.isAlive())
    }
  }

  @Test("invalid WebSocket frames close the socket")
  func invalidFrames() async throws {
    try await ServedPage.with { page in
      let long = try page.socket()
      long.sendFrame([UInt8](repeating: 32, count: 65_537))
      while long.receiveFrame() != nil {}
      let many = try page.socket()
      for _ in 0..<100 { many.sendFrame([UInt8](repeating: 32, count: 1000), isFinal: false) }
      while many.receiveFrame() != nil {}
      let bare = try page.socket()
      bare.sendFrame(Array("{}".utf8), masked: false)
      while bare.receiveFrame() != nil {}
      let strange = try page.socket()
      strange.sendFrame([1, 2, 3], opcode: 5)
      while strange.receiveFrame() != nil {}
      let ping = try page.socket()
      ping.sendFrame([9, 9], opcode: 9)
      var answer: (opcode: UInt8, payload: [UInt8])?
      while let frame = ping.receiveFrame() { if frame.opcode == 10 { answer = frame; break } }
      #expect(answer?.payload == [9, 9])
      #expect(try page.isAlive())
    }
  }

  @Test("oversized requests are rejected")
  func longRequests() async throws {
    try await ServedPage.with { page in
      let head = try page.connect()
      head.send(
        Array(
          "GET / HTTP/1.1\r\nHost: \(page.host)\r\nX: \(String(repeating: "x", count: 1 << 20))\r\n\r\n".utf8)
      )
      let answer = String(decoding: head.receiveAll(), as: UTF8.self)
      #expect(!answer.hasPrefix("HTTP/1.1 200"))
      let body = try page.connect()
      body.send(Array("POST / HTTP/1.1\r\nHost: \(page.host)\r\nContent-Length: 1000000000\r\n\r\n".utf8))
      for _ in 0..<64 where !body.send([UInt8](repeating: 0, count: 1 << 16)) { break }
      _ = body.receiveAll()
      #expect(try page.isAlive())
    }
  }

  @Test("idle connections are closed to make room for new ones", .takesLong)
  func replacedConnections() async throws {
    try await ServedPage.with(requestTimeout: .seconds(1)) { page in
      let page1 = try page.socket()
      let waiting = try page.connect()
      let idle = try (0..<80).map { _ in try page.connect() }
      // An incomplete head is not a request.
      idle[0].send(Array("GET / HTTP/1.1\r\nHost: ".utf8))
      // Reading from a closed connection returns its end.
      #expect(idle.allSatisfy { $0.receiveAll().isEmpty })
      #expect(waiting.receiveAll().isEmpty)
      #expect(try page.isAlive())
      page1.sendText(#"{"seq":1,"t":1,"level":0,"events":[]}"#)
      #expect(page1.receivePicture() != nil)
    }
  }

  @Test(
    "idle connections block neither requests nor open pages", .takesLong)
  func idleConnections() async throws {
    // Long enough that idle connections do not time out.
    try await ServedPage.with(requestTimeout: .seconds(600)) { page in
      let open = try page.socket()
      let idle = try (0..<200).map { _ in try page.connect() }
      for _ in 0..<3 { #expect(try page.isAlive()) }
      open.sendText(#"{"seq":1,"t":1,"level":0,"events":[]}"#)
      #expect(open.receivePicture() != nil)
      // The oldest connections were closed, the last one is open.
      #expect(idle[0].receiveAll().isEmpty)
      idle[199].send(Array("GET / HTTP/1.1\r\nHost: \(page.host)\r\nConnection: close\r\n\r\n".utf8))
      #expect(String(decoding: idle[199].receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test("a slow reader has at most one frame in transit")
  func slowReader() async throws {
    try await ServedPage.with(size: ImageSize(width: 1280, height: 720)) { page in
      let slow = try page.socket()
      // The client never reads, so the frames are limited by the system's buffers and one more.
      for index in 0..<2000 {
        slow.sendText(#"{"seq":\#(index),"t":\#(index),"level":0,"events":[{"do":"step","value":0.001}]}"#)
      }
      let quick = try page.socket()
      quick.sendText(#"{"seq":1,"t":1,"level":0,"events":[]}"#)
      let count: Int = 32 + 1280 * 720 * 4
      #expect(quick.receivePicture()?.count == count)
      var pictures = 0
      var latest: UInt32 = 0
      while latest < 1999, let picture = slow.receivePicture() {
        pictures += 1
        latest = 0
        for byte in picture[0..<4].reversed() { latest = latest << 8 | UInt32(byte) }
      }
      #expect(latest == 1999)
      #expect(pictures < 500)
    }
  }

  @Test("the server survives damaged requests", .takesLong)
  func mutatedRequests() async throws {
    try await ServedPage.with { page in
      let seeds = [
        "GET / HTTP/1.1\r\nHost: \(page.host)\r\nConnection: close\r\n\r\n",
        "GET /thumbnails/0 HTTP/1.1\r\nHost: \(page.host)\r\nAuthorization: Bearer wrong\r\nConnection: close\r\n\r\n",
        "GET /live?token=wrong HTTP/1.1\r\nHost: \(page.host)\r\nOrigin: http://\(page.host)\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        "POST /exports/x HTTP/1.1\r\nHost: \(page.host)\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      ].map { Array($0.utf8) }
      var generator = SplitMix64(20_261_121)
      var before = 0
      let rounds = Tier.current == .full ? 5000 : 500
      for round in 0..<rounds {
        if round == rounds / 5 { before = Self.residentBytes }
        let connection = try page.connect()
        connection.send(generator.mutated(seeds[round % seeds.count]))
        connection.finishSending()
        let answer = String(decoding: connection.receiveAll(), as: UTF8.self)
        #expect(!answer.contains("101 Switching"))
        #expect(!answer.contains("image/jpeg"))
        #expect(!answer.contains(page.token))
      }
      // With 4000 more connections in the full tier, 16 MB is 4 KB per connection.
      #expect(Self.residentBytes - before < 16 << 20)
      #expect(try page.isAlive())
    }
  }

  /// The resident memory of this process.
  private static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")[1]
    return (pages.flatMap { Int($0) } ?? 0) * 4096
  }
}

extension SplitMix64 {
  /// A copy of `bytes` with a few bytes changed, removed or duplicated, or with its end cut off.
  fileprivate mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3:
        let end = min(place + Int.random(in: 1...40, using: &self), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: if Int.random(in: 0..<4, using: &self) == 0 { bytes.removeLast(bytes.count - place) }
      }
    }
    return bytes
  }
}
