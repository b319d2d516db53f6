import SegueFilms
import TestSupport
import Testing

/// Batches in the library: requests in, outcomes by key.
@Suite("Batches of requests") struct BatchTests {
  private let place: Workplace
  private let red = RGBAColor(red: 200, green: 0, blue: 0)

  init() throws { place = try Workplace() }

  private func picture(_ color: RGBAColor) throws -> PictureSource {
    let bytes = (0..<32 * 16).flatMap { _ in [color.red, color.green, color.blue, 255] as [UInt8] }
    return .snapshot(try Snapshot(width: 32, height: 16, rgba: bytes))
  }

  private func still(_ output: String, from: PictureSource? = nil) throws -> RenderRequest {
    var request = RenderRequest(
      from: try from ?? picture(red), to: try picture(.white), output: OutputRequest(place.file(output)))
    (request.stillProgress, request.drawing.backend) = (0.5, .cpu)
    return request
  }

  private func film(_ output: String) throws -> FilmRequest {
    var clip = FilmClip(.color(red))
    clip.titles = [FilmTitle("Red")]
    clip.duration = .frames(3)
    var film = FilmRequest(items: [FilmItem(clip)], output: OutputRequest(place.file(output)))
    (film.output.size, film.drawing.backend) = (.exact(ImageSize(width: 32, height: 16)), .cpu)
    return film
  }

  private func words(_ batch: Batch) async throws -> [String: String] {
    var words: [String: String] = [:]
    for outcome in try await batch.run() {
      #expect(outcome.key == batch.jobs[outcome.index].key)
      words[outcome.key] =
        switch outcome.result {
        case .render(let report): "render of \(report.frames)"
        case .film(let report): "film of \(report.film.frames)"
        case .skipped: "skipped"
        case .failed(let error): error.localizedDescription
        }
    }
    return words
  }

  @Test("each job ends with its report or its error")
  func outcomes() async throws {
    try place.write("old", to: "there.png")
    let batch = Batch([
      .render(try still("a.png"), key: "a"), .film(try film("f.webp"), key: "f"),
      .render(try still("there.png"), key: "there"), .render(try still("a.png"), key: "again"),
      .render(try still("b.png", from: .file(path: place.file("none.png"))), key: "none"),
      .render(try still("c.png", from: .file(path: place.file("a.png"))), key: "reads"),
      .render(try still("d.png"), key: "f"),
      .render(RenderRequest(from: try picture(red), to: try picture(red)), key: "empty"),
      .render(try still("e.xyz"), key: "format"),
    ])
    let words = try await words(batch)
    #expect(words["a"]?.contains("a.png is an input of job “reads”") == true, "\(words)")
    #expect(words["there"]?.contains("exists") == true && place.text("there.png") == "old")
    #expect(words["again"]?.contains("is also the output of job “a”") == true)
    #expect(words["none"]?.contains("no such file") == true)
    #expect(words["f"]?.contains("another job also has the key “f”") == true || words["f"] == "film of 3")
    #expect(words["empty"]?.contains("must be a file") == true && words["format"]?.contains("xyz") == true)
    #expect(place.exists("f.webp") && !place.exists("d.png"))
  }

  @Test("invalid batch settings are errors before any job starts")
  func impossible() async throws {
    let values: [(inout Batch) -> Void] = [
      { $0.workers = 0 }, { $0.workers = -3 }, { $0.memory = 0 }, { $0.retries = -1 }, { $0.retries = 101 },
    ]
    for change in values {
      var batch = Batch([.render(try still("a.png"), key: "a")])
      change(&batch)
      await #expect(throws: SegueError.self) { try await batch.run() }
      #expect(!place.exists("a.png"))
    }
  }

  @Test("a resumed batch skips jobs with unchanged files")
  func resumed() async throws {
    try place.write(
      try await Snapshot(width: 2, height: 2, rgba: Array(repeating: 99, count: 16)).encoded(as: .png),
      to: "in.png")
    let source = PictureSource.file(path: place.file("in.png"))
    var batch = Batch(
      [.render(try still("a.png", from: source), key: "a"), .film(try film("f.webp"), key: "f")],
      journal: place.file("journal"))
    (batch.workers, batch.memory, batch.retries) = (1, 1 << 30, 1)
    #expect(try await words(batch) == ["a": "render of 1", "f": "film of 3"])
    batch.resumes = true
    #expect(try await words(batch) == ["a": "skipped", "f": "skipped"])
    try place.write(
      try await Snapshot(width: 2, height: 2, rgba: Array(repeating: 9, count: 16)).encoded(as: .png),
      to: "in.png")
    batch.jobs.append(.render(try still("b.png"), key: "b"))
    #expect(try await words(batch) == ["a": "render of 1", "f": "skipped", "b": "render of 1"])
  }

  @Test("a batch accepts looks from memory")
  func inMemory() async throws {
    var request = try still("a.png")
    request.transition = "mine"
    request.library = TransitionLibrary(files: ["mine.json": Array(#"{"recipe": "to"}"#.utf8)])
    #expect(try await words(Batch([.render(request, key: "a")])) == ["a": "render of 1"])
  }

  @Test("a resumed batch renders again after a change of data in memory or of the output's path")
  func resumedMemory() async throws {
    let bytes = { (value: UInt8) async throws -> PictureSource in
      .bytes(
        try await Snapshot(width: 2, height: 2, rgba: Array(repeating: value, count: 16)).encoded(as: .png),
        name: "up")
    }
    var request = try still("a.png", from: try await bytes(9))
    func made() async throws -> String? {
      var batch = Batch([.render(request, key: "a")], journal: place.file("journal"))
      batch.resumes = true
      return try await words(batch)["a"]
    }
    #expect(try await made() == "render of 1")
    #expect(try await made() == "skipped")
    request.from = try await bytes(10)
    #expect(try await made() == "render of 1")
    request.library = TransitionLibrary(files: ["x.json": [1]])
    #expect(try await made() == "render of 1")
    request.from = try picture(red)
    #expect(try await made() == "render of 1")
    // Equal bytes in a picture of other sides are another picture.
    request.from = .snapshot(
      try Snapshot(width: 16, height: 32, rgba: (0..<512).flatMap { _ in [200, 0, 0, 255] as [UInt8] }))
    #expect(try await made() == "render of 1")
    request.output = OutputRequest(place.file("other.png"))
    #expect(try await made() == "render of 1")
    #expect(place.exists("other.png"))
    #expect(try await made() == "skipped")
  }

  @Test("a file that is not a journal is left unchanged")
  func journals() async throws {
    var batch = Batch([.render(try still("a.png"), key: "a")])
    for text in ["precious text\nmore\n", "{\"a\": 1}\n", "x"] {
      try place.write(text, to: "notes")
      batch.journal = place.file("notes")
      let error = await #expect(throws: SegueError.self) { try await batch.run() }
      #expect(error?.localizedDescription.contains("not a batch journal") == true)
      #expect(place.text("notes") == text && !place.exists("a.png"))
    }
    for torn in ["", #"{"jo"#, #"{"job":"12"#] {
      try place.write(torn, to: "torn")
      batch.journal = place.file("torn")
      (batch.jobs, batch.resumes) = ([.render(try still("\(torn.count).png"), key: "a")], true)
      #expect(try await words(batch) == ["a": "render of 1"])
    }
    batch.journal = place.file("none/journal")
    let error = await #expect(throws: SegueError.self) { try await batch.run() }
    guard case SystemError.cannotCreate? = error?.details else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a cancelled batch throws after all jobs have stopped")
  func cancelled() async throws {
    let stills = try (0..<40).map { Batch.Job.render(try still("\($0).png"), key: "\($0)") }
    var batch = Batch(stills, journal: place.file("journal"))
    (batch.workers, batch.resumes) = (1, true)
    // A job too long to end before it is cancelled.
    var long = try still("3.apng")
    (long.stillProgress, long.duration) = (nil, 3600)
    batch.jobs[3] = .render(long, key: "3")
    let task = Task { [batch] in
      try await batch.run()
    }
    try await waitUntil { place.exists("2.png") }
    task.cancel()
    await #expect(throws: SegueError.cancelled) { try await task.value }
    #expect(!place.exists("3.apng") && !place.exists("4.png"))
    batch.jobs = stills
    let outcomes = try await batch.run()
    #expect(outcomes.map(\.index) == Array(0..<40) && (0..<40).allSatisfy { place.exists("\($0).png") })
  }
}
