import Segue
import TestSupport
import Testing

/// Batches as a program has them: requests in, outcomes by key.
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
      from: try from ?? picture(red), to: try picture(.white), output: place.file(output))
    (request.stillProgress, request.drawing.backend) = (0.5, .cpu)
    return request
  }

  private func film(_ output: String) throws -> FilmRequest {
    var clip = FilmClip(.color(red))
    clip.duration = .frames(3)
    var film = FilmRequest(items: [FilmItem(clip)], output: OutputRequest(place.file(output)))
    (film.output.size, film.drawing.backend) = (.exact(ImageSize(width: 32, height: 16)), .cpu)
    return film
  }

  private func words(_ batch: Batch) async throws -> [String: String] {
    var words: [String: String] = [:]
    for try await outcome in batch.outcomes {
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

  @Test("each job ends with its report, or with why it could not be done", .needs("ffmpeg"))
  func outcomes() async throws {
    try place.write("old", to: "there.png")
    let batch = Batch([
      .render(try still("a.png"), key: "a"), .film(try film("f.mp4"), key: "f"),
      .render(try still("there.png"), key: "there"), .render(try still("a.png"), key: "again"),
      .render(try still("b.png", from: .file(path: place.file("none.png"))), key: "none"),
      .render(try still("c.png", from: .file(path: place.file("a.png"))), key: "reads"),
      .render(try still("d.png"), key: "f"),
      .render(RenderRequest(from: try picture(red), to: try picture(red)), key: "empty"),
      .render(try still("e.xyz"), key: "format"),
    ])
    let words = try await words(batch)
    #expect(words["a"]?.contains("a.png") == true, "it would be written over: \(words)")
    #expect(words["there"]?.contains("exists") == true && place.text("there.png") == "old")
    #expect(words["again"]?.contains("is the output of another job") == true)
    #expect(words["none"]?.contains("no such file") == true)
    #expect(words["f"]?.contains("another job has the key “f”") == true || words["f"] == "film of 3")
    #expect(words["empty"]?.contains("writes a file") == true && words["format"]?.contains("xyz") == true)
    #expect(place.exists("f.mp4") && !place.exists("d.png"))
  }

  @Test("a resumed batch leaves what was made of the same files, and makes the rest", .needs("ffmpeg"))
  func resumed() async throws {
    try place.write(
      try await Snapshot(width: 2, height: 2, rgba: Array(repeating: 99, count: 16)).encoded(as: .png),
      to: "in.png")
    let source = PictureSource.file(path: place.file("in.png"))
    var batch = Batch(
      [.render(try still("a.png", from: source), key: "a"), .film(try film("f.mp4"), key: "f")],
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

  @Test("files in memory are no files that a job reads")
  func inMemory() async throws {
    var request = try still("a.png")
    request.transition = "mine"
    request.library = TransitionLibrary(files: ["mine.json": Array(#"{"recipe": "to"}"#.utf8)])
    #expect(try await words(Batch([.render(request, key: "a")])) == ["a": "render of 1"])
  }

  @Test("who stops iterating ends the jobs; a journal that cannot be had is an error")
  func ends() async throws {
    let jobs = try (0..<40).map { Batch.Job.render(try still("\($0).png"), key: "\($0)") }
    var batch = Batch(jobs)
    batch.workers = 1
    for try await _ in batch.outcomes { break }
    batch.journal = place.file("none/journal")
    let error = await #expect(throws: SegueError.self) { try await words(batch) }
    guard case .media(.cannotCreate)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
