/// The requests that a client may send.
enum Route: Sendable, Hashable {
  /// A static file of the page, by its index in ``PageFile/all``.
  case file(Int)
  /// The thumbnail with an index: of a transition in the catalogue, or of a film's clip.
  case thumbnail(Int)
  /// A finished export.
  case export(String)
  /// The WebSocket.
  case live
}

/// The check of every request and upgrade.
///
/// A page of another site can send requests to this machine, and DNS rebinding can give the machine
/// any name. Every request must therefore name this machine in exactly one Host header, and an
/// Origin must be this page's. Requests that show pictures or change anything need the token, which
/// is only in the printed address.
struct Gate: Sendable {
  /// The parts of a request that are checked.
  struct Request: Sendable {
    var method = "GET"
    /// The target as sent, without decoding.
    var target: String
    var hosts: [String] = []
    var origins: [String] = []
    var authorizations: [String] = []
    /// Whether an upgrade to another protocol is requested.
    var isUpgrade = false
  }

  /// The reason for rejecting a request.
  enum Refusal: Error, Hashable {
    /// A wrong Host or Origin, or a missing token.
    case forbidden
    /// An unknown path.
    case unknown
  }

  /// The token in the printed address.
  let token: AccessToken
  /// The path of the static file that is served at `/`.
  var home = "/"
  let thumbnailCount: Int

  private static let names = ["127.0.0.1", "localhost"]
  static let livePath = "/live"
  private static let thumbnailPrefix = "/thumbnails/"
  private static let exportPrefix = "/exports/"

  /// The route of a valid request.
  /// - Throws: `Refusal`.
  func route(_ request: Request) throws(Refusal) -> Route {
    guard request.hosts.count == 1, Self.isLocalHost(request.hosts[0]) else { throw .forbidden }
    let origin = "http://" + request.hosts[0]
    guard request.origins.allSatisfy({ $0 == origin }), request.origins.count <= 1 else { throw .forbidden }
    let (path, query) = Self.split(request.target)
    if request.isUpgrade {
      guard path == Self.livePath else { throw .unknown }
      guard request.method == "GET", request.origins.count == 1, let query, query.hasPrefix("token="),
        token.matches(query.dropFirst("token=".count))
      else { throw .forbidden }
      return .live
    }
    guard request.method == "GET", query == nil else { throw .unknown }
    if let index = PageFile.index[path == "/" ? home : path] { return .file(index) }
    if let index = Self.number(path, after: Self.thumbnailPrefix), index < thumbnailCount {
      try checkToken(request)
      return .thumbnail(index)
    }
    if path.hasPrefix(Self.exportPrefix) {
      let id = path.dropFirst(Self.exportPrefix.count)
      guard id.utf8.count == AccessToken.length, id.utf8.allSatisfy(AccessToken.isLetter) else {
        throw .unknown
      }
      try checkToken(request)
      return .export(String(id))
    }
    // The address of the socket needs an upgrade.
    throw path == Self.livePath ? .forbidden : .unknown
  }

  private func checkToken(_ request: Request) throws(Refusal) {
    let prefix = "Bearer "
    guard request.authorizations.count == 1, request.authorizations[0].hasPrefix(prefix),
      token.matches(request.authorizations[0].dropFirst(prefix.count))
    else { throw .forbidden }
  }

  /// Whether `host` is a name of this machine, with any port, since a tunnel changes the port.
  static func isLocalHost(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, names.contains(String(name)) else { return false }
    if parts.count == 1 { return true }
    return parts.count == 2 && (1...5).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func split(_ target: String) -> (path: String, query: Substring?) {
    guard let mark = target.firstIndex(of: "?") else { return (target, nil) }
    return (String(target[..<mark]), target[target.index(after: mark)...])
  }

  /// The decimal number after `prefix`, of at most five digits and without leading zeros.
  private static func number(_ path: String, after prefix: String) -> Int? {
    guard path.hasPrefix(prefix) else { return nil }
    let digits = path.dropFirst(prefix.count).utf8
    guard (1...5).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }
}

/// A secret of 128 random bits as 22 characters of base64url.
struct AccessToken: Sendable, CustomStringConvertible {
  /// The characters of base64url.
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// The number of characters, with 6 bits each.
  static let length = 22

  private let letters: [UInt8]

  /// A new token from the system's random generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    let numbers: [UInt64] = [generator.next(), generator.next()]
    // Takes 6 bits at a time from the two numbers. The eleventh character has bits of both.
    var letters: [UInt8] = []
    for bit in stride(from: 0, to: 128, by: 6) {
      var value = 0
      for offset in 0..<6 where bit + offset < 128 {
        let position = bit + offset
        value = value << 1 | Int(numbers[position / 64] >> UInt64(position % 64) & 1)
      }
      letters.append(Self.alphabet[value])
    }
    self.letters = letters
  }

  var description: String { String(decoding: letters, as: UTF8.self) }

  /// Whether `text` is the token, compared in constant time.
  func matches(_ text: some StringProtocol) -> Bool {
    let given = Array(text.utf8)
    guard given.count == letters.count else { return false }
    return zip(given, letters).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  static func isLetter(_ byte: UInt8) -> Bool { alphabet.contains(byte) }
}
