import Foundation
import Glibc

/// A TCP connection to 127.0.0.1 that sends arbitrary bytes.
final class RawConnection {
  struct Refused: Error {}

  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Refused() }
  }

  deinit { close(descriptor) }

  /// Sends `bytes` until the other side accepts no more.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next bytes, at most `limit`; empty at the end.
  func receive(_ limit: Int = 65_536) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &bytes, limit, 0)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// Exactly `count` bytes; fewer if the connection ends.
  func receive(exactly count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let next = receive(count - bytes.count)
      if next.isEmpty { break }
      bytes += next
    }
    return bytes
  }

  /// All bytes until the other side closes.
  func receiveAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let next = receive()
      if next.isEmpty { return bytes }
      bytes += next
    }
  }

  /// Closes the sending direction.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends a request and reads the response.
  func request(_ lines: String...) -> String { request(lines) }

  func request(_ lines: [String]) -> String {
    send(Array((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8))
    return String(decoding: receiveAll(), as: UTF8.self)
  }

  /// Requests an upgrade to WebSocket and returns the status line.
  func upgrade(path: String, host: String?, origin: String?, more: [String] = []) -> String {
    var lines = ["GET \(path) HTTP/1.1"]
    if let host { lines.append("Host: \(host)") }
    if let origin { lines.append("Origin: \(origin)") }
    lines += [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    send(Array((lines + more + ["", ""]).joined(separator: "\r\n").utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let next = receive(1)
      if next.isEmpty { break }
      head += next
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Sends a frame, masked by default as browsers do.
  func sendFrame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, masked: Bool = true) {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    let mask: UInt8 = masked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(mask | UInt8(payload.count))
    case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    let key: [UInt8] = [1, 2, 3, 4]
    if masked { bytes += key }
    bytes += masked ? payload.enumerated().map { $1 ^ key[$0 % 4] } : payload
    send(bytes)
  }

  func sendText(_ text: String) { sendFrame(Array(text.utf8)) }

  /// The next frame: its opcode and payload; `nil` at the end.
  func receiveFrame() -> (opcode: UInt8, payload: [UInt8])? {
    let head = receive(exactly: 2)
    guard head.count == 2 else { return nil }
    var length = Int(head[1] & 127)
    if length == 126 { length = receive(exactly: 2).reduce(0) { $0 << 8 | Int($1) } }
    if length == 127 { length = receive(exactly: 8).reduce(0) { $0 << 8 | Int($1) } }
    let payload = receive(exactly: length)
    return payload.count == length ? (head[0] & 15, payload) : nil
  }

  /// The next binary frame; text frames are skipped.
  func receivePicture() -> [UInt8]? {
    while let (opcode, payload) = receiveFrame() {
      if opcode == 2 { return payload }
      if opcode == 8 { return nil }
    }
    return nil
  }
}
