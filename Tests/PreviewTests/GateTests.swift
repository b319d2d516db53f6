import Testing

@testable import SeguePreview

/// The gate as a function: accepted and rejected requests.
@Suite("Admission of requests") struct GateTests {
  private let gate = Gate(token: AccessToken(), thumbnailCount: 31)
  private let host = "127.0.0.1:8080"

  private func route(_ request: Gate.Request) -> Result<Route, Gate.Refusal> {
    Result { () throws(Gate.Refusal) in try gate.route(request) }
  }

  private func request(
    _ target: String, hosts: [String]? = nil, origins: [String] = [], authorizations: [String] = [],
    method: String = "GET", isUpgrade: Bool = false
  ) -> Gate.Request {
    Gate.Request(
      method: method, target: target, hosts: hosts ?? [host], origins: origins,
      authorizations: authorizations,
      isUpgrade: isUpgrade)
  }

  @Test("static files need no token")
  func files() {
    for (index, file) in PageFile.all.enumerated() {
      #expect(route(request(file.path)) == .success(.file(index)))
    }
    #expect(PageFile.all[0].path == "/")
    // The files of both pages.
    let ofFilms = ["/film.html", "/film.css", "/film.js", "/timeline.js"]
    let ofTransitions = ["/", "/main.js", "/stage.js", "/inspector.js", "/curve.js"]
    for others in [ofFilms, ofTransitions] {
      let files = PageFile.all.filter { !others.contains($0.path) }
      #expect(files.reduce(0) { $0 + $1.bytes.count } <= 60_000)
    }
  }

  @Test(
    "the names of this machine are admitted",
    arguments: [
      "127.0.0.1", "127.0.0.1:1", "127.0.0.1:65535", "localhost", "localhost:8080",
    ])
  func ourNames(name: String) { #expect(route(request("/", hosts: [name])) == .success(.file(0))) }

  @Test(
    "a foreign host name is forbidden for every route",
    arguments: [
      "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.", "LOCALHOST.evil",
      "127.0.0.2",
      "127.1", "0.0.0.0", "[::1]", "[::1]:8080", "127.0.0.1:", "127.0.0.1:80:80", "127.0.0.1:8080@evil", "",
      "127.0.0.1 ", "127.0.0.1:123456", "127.0.0.1:８０", "user@127.0.0.1", "2130706433", "0x7f000001",
    ])
  func otherNames(name: String) {
    for target in ["/", "/live?token=\(gate.token)", "/thumbnails/0"] {
      #expect(route(request(target, hosts: [name])) == .failure(.forbidden))
    }
  }

  @Test("a missing or duplicate Host header is forbidden")
  func oneHostExactly() {
    #expect(route(request("/", hosts: [])) == .failure(.forbidden))
    #expect(route(request("/", hosts: [host, host])) == .failure(.forbidden))
    #expect(route(request("/", hosts: [host, "evil.example"])) == .failure(.forbidden))
  }

  @Test("the origin of a request must be the page itself")
  func origin() {
    let target = "/live?token=\(gate.token)"
    func upgrade(_ origins: String...) -> Result<Route, Gate.Refusal> {
      route(request(target, origins: origins, isUpgrade: true))
    }
    #expect(upgrade("http://" + host) == .success(.live))
    #expect(upgrade() == .failure(.forbidden))
    #expect(upgrade("http://" + host, "http://" + host) == .failure(.forbidden))
    for origin in [
      "null", "https://" + host, "http://localhost:8080", "http://127.0.0.1", "http://evil.example", "",
    ] {
      #expect(upgrade(origin) == .failure(.forbidden))
      #expect(route(request("/", origins: [origin])) == .failure(.forbidden))
    }
    #expect(route(request("/", origins: ["http://" + host])) == .success(.file(0)))
  }

  @Test("routes that show pictures require the token")
  func requiredToken() {
    let token = gate.token.description
    let origins = ["http://" + host]
    var other = Array(token)
    other[other.count - 1] = other[other.count - 1] == "A" ? "B" : "A"
    for wrong in ["", "x", String(token.dropLast()), token + "A", String(other), token.lowercased() + "é"] {
      #expect(
        route(request("/live?token=\(wrong)", origins: origins, isUpgrade: true)) == .failure(.forbidden))
      #expect(route(request("/thumbnails/0", authorizations: ["Bearer \(wrong)"])) == .failure(.forbidden))
    }
    #expect(route(request("/live", origins: origins, isUpgrade: true)) == .failure(.forbidden))
    #expect(
      route(request("/live?x=1&token=\(token)", origins: origins, isUpgrade: true)) == .failure(.forbidden))
    #expect(
      route(request("/live?token=\(token)", origins: origins, method: "POST", isUpgrade: true))
        == .failure(.forbidden))
    #expect(route(request("/thumbnails/0")) == .failure(.forbidden))
    #expect(route(request("/thumbnails/0", authorizations: [token])) == .failure(.forbidden))
    #expect(
      route(request("/thumbnails/0", authorizations: ["Bearer \(token)", "Bearer \(token)"]))
        == .failure(.forbidden))
    #expect(route(request("/thumbnails/30", authorizations: ["Bearer \(token)"])) == .success(.thumbnail(30)))
    // A film's page has thumbnails for the largest number of clips, and for its transitions.
    let ofFilm = Gate(token: gate.token, thumbnailCount: 10_031)
    let last = request("/thumbnails/10030", authorizations: ["Bearer \(token)"])
    #expect((try? ofFilm.route(last)) == .thumbnail(10_030))
    #expect(
      route(request("/exports/\(token)", authorizations: ["Bearer \(token)"])) == .success(.export(token)))
  }

  @Test(
    "unknown paths are not found",
    arguments: [
      "", "//", "/index.html", "/main.js/", "/../etc/passwd", "/%2e%2e/etc/passwd", "/main.js?raw", "/?x",
      "/..\\x",
      "/thumbnails/", "/thumbnails/31", "/thumbnails/-1", "/thumbnails/01", "/thumbnails/0x1",
      "/thumbnails/99999",
      "/thumbnails/0/", "/exports/", "/exports/../../etc/passwd", "/exports/short", "http://127.0.0.1:8080/",
      "*",
      "/live/", "/liveness", "/%00",
    ])
  func otherPaths(target: String) {
    let authorizations = ["Bearer \(gate.token)"]
    #expect(route(request(target, authorizations: authorizations)) == .failure(.unknown))
    #expect(
      route(request(target, origins: ["http://" + host], authorizations: authorizations, isUpgrade: true))
        == .failure(.unknown))
  }

  @Test(
    "methods other than GET are not found",
    arguments: ["POST", "PUT", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT", "get"])
  func otherMethods(method: String) { #expect(route(request("/", method: method)) == .failure(.unknown)) }

  @Test("tokens are long and random")
  func randomTokens() {
    let tokens = (0..<1000).map { _ in AccessToken().description }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.utf8.count >= 22 && $0.utf8.allSatisfy(AccessToken.isLetter) })
    // Each position of 126 bits has every character. With 1000 draws of 64 characters none is missing by
    // chance.
    for place in 0..<21 { #expect(Set(tokens.map { Array($0)[place] }).count > 60) }
  }
}
