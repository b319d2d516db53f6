import CustomTransition
import Foundation
import Imaging
import Motion
import SegueFilms
import SegueMotion
import Testing

private func picture(_ color: RGBAColor, width: Int = 160, height: Int = 90) throws -> Snapshot {
  try Imaging.Frame(color, size: ImageSize(width: width, height: height)).picture
}

private func folder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: "dependent-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.path
}

private let red = RGBAColor(red: 200, green: 0, blue: 0)
private let blue = RGBAColor(red: 0, green: 0, blue: 200)

@Suite("Dependent package", .serialized) struct DependentTests {
  private func request(_ transition: TransitionChoice = "dissolve") throws -> RenderRequest {
    var request = RenderRequest(from: .snapshot(try picture(red)), to: .snapshot(try picture(blue)))
    request.transition = transition
    request.drawing.backend = .cpu
    request.duration = 0.1
    return request
  }

  // The first test, because the peak memory is that of the whole process.
  @Test("a hundred concurrent jobs need less than 200 MB")
  func hundredJobs() async throws {
    let before = try peak()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        let request = try request()
        group.addTask { try await RenderJob.file(of: request, as: .webp).bytes.count }
      }
      for try await count in group { #expect(count > 100) }
    }
    let after = try peak()
    print("peak before \(before >> 20) MB, after a hundred jobs \(after >> 20) MB")
    #expect(after < 200 << 20)
  }

  /// The peak resident memory of this process, in bytes.
  private func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1])) << 10
  }

  @Test("a picture's bytes outlive the picture")
  func bytesAreSafe() async throws {
    let pair = try SnapshotPair(from: picture(red), to: picture(blue))
    let requests = Array(repeating: pair.request(.snapshot(.to)), count: 20)
    for try await frame in try FrameRenderer(size: pair.size).frames(of: requests) {
      #expect(frame.rgba.prefix(4) == [0, 0, 200, 255])
      #expect(frame.withUnsafeBytes { $0[2] } == 200)
    }
  }

  @Test("reports have the names of custom transitions")
  func ownTransitions() async throws {
    let place = try folder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    for (transition, name) in [
      (TransitionChoice(Curtain()), "Curtain"),
      (TransitionChoice(Dip(color: .white), name: "white"), "white"),
      (TransitionChoice(Ripple()), "Ripple"),
    ] {
      var request = try request(transition)
      request.output.path = place + "/\(name).apng"
      request.holdEnd = 0.05
      request.frames = 0...7
      let report = try await RenderJob(request).run()
      #expect(report.transition == name && report.frames == 8)
    }
  }

  @Test("a registered transition is listed under its name")
  func ownCatalogue() async throws {
    let catalogue = try Catalogue.builtIn.adding(Dip.description)
    #expect(
      catalogue.transitions.last?.name == "dip" && catalogue["dip"]?.parameters.map(\.name) == ["color"])
    let taken = #expect(throws: SegueError.self) { try catalogue.adding(Dip.description) }
    #expect(taken?.code == .conflict)
    var request = try request(.named("dip", ["color": "#00ff00"]))
    request.library = TransitionLibrary(catalogue)
    request.stillProgress = 0.5
    let png = try await RenderJob.file(of: request, as: .png).bytes
    let middle = try await ImageDecoder().decode(bytes: png, name: "middle").snapshot
    #expect(middle[80, 45] == RGBAColor(red: 0, green: 255, blue: 0))
    request.transition = .named("dip", ["colour": "red"])
    request.output.path = "never.png"
    #expect(throws: SegueError.self) { try RenderJob(request) }
  }

  @Test("each junction of a film may have a custom transition")
  func ownJunctions() async throws {
    let parent = try folder()
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let place = parent + "/film/"
    var film = FilmRequest(
      items: [
        FilmItem(FilmClip(.color(red))),
        FilmItem(
          FilmClip(.color(blue)),
          into: FilmJunction(transition: TransitionChoice(Curtain()), duration: .frames(5))),
        FilmItem(
          FilmClip(.color(red)),
          into: FilmJunction(transition: .named("dip", ["color": "white"]), duration: .frames(5))),
      ],
      output: OutputRequest(place))
    film.output.frameRate = try FrameRate(10)
    film.pictureDuration = 1
    film.output.size = .exact(ImageSize(width: 32, height: 18))
    film.library = TransitionLibrary(try Catalogue.builtIn.adding(Dip.description))
    film.drawing.backend = .cpu
    let report = try await FilmJob(film).run()
    let frames = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    // Three times ten frames less two overlaps of five. The third frame of an overlap is half-way.
    #expect(frames.count == 20 && report.outputs?.isEmpty == false)
    let curtain = try await ImageDecoder().decode(path: place + frames[7]).snapshot
    #expect(curtain[16, 4].blue > 180 && curtain[16, 13].red > 180)
    let dip = try await ImageDecoder().decode(path: place + frames[12]).snapshot
    #expect([dip[16, 9].red, dip[16, 9].green, dip[16, 9].blue].allSatisfy { $0 > 250 })
  }

  @Test("pictures in memory become videos and animations in memory")
  func bytesInBytesOut() async throws {
    var still = try request()
    still.stillProgress = 0
    let from = try await RenderJob.file(of: still, as: .png).bytes
    still.stillProgress = 1
    let to = try await RenderJob.file(of: still, as: .png).bytes
    var request = RenderRequest(from: .bytes(from, name: "from"), to: .bytes(to, name: "to"))
    request.duration = 0.1
    let webp = try await RenderJob.file(of: request, as: .webp).bytes
    #expect(webp.starts(with: "RIFF".utf8))
    request.output.codec = .hevc
    request.output.quality = .value(30)
    let hevc = try await RenderJob.file(of: request, as: .mp4).bytes
    #expect(hevc.dropFirst(4).starts(with: "ftyp".utf8))
    #expect(
      String(decoding: hevc, as: Unicode.ASCII.self).contains("hev1")
        || String(decoding: hevc, as: Unicode.ASCII.self).contains("hvc1"))
    let last = try await ImageDecoder().decode(bytes: hevc, name: "video", moment: .last).snapshot
    #expect(last.size == ImageSize(width: 160, height: 90) && last[80, 45].blue > 150)
  }

  @Test("filters, looks and text need no files")
  func inMemory() async throws {
    #expect(FilterCatalogue.builtIn["blur"]?.parameters.map(\.name) == ["radius"])
    let inverted = "LUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0\n"
    let look =
      #"{"recipe": {"filter": "lut(\"inverted.cube\")", "of": {"mix": ["from", "to"], "amount": "p"}}}"#
    let mask = try await picture(RGBAColor(red: 120, green: 120, blue: 120)).encoded(as: .png)
    let library = TransitionLibrary(
      files: ["mine.json": Array(look.utf8), "inverted.cube": Array(inverted.utf8), "mask.png": mask])
    func middle(_ transition: TransitionChoice, _ filters: FilterTexts = FilterTexts()) async throws
      -> Snapshot
    {
      var request = try request(transition)
      (request.library, request.filters, request.stillProgress) = (library, filters, 1)
      let bytes = try await RenderJob.file(of: request, as: .png).bytes
      return try await ImageDecoder().decode(bytes: bytes, name: "frame").snapshot
    }
    #expect(try await middle("mine")[80, 45] == RGBAColor(red: 255, green: 255, blue: 55))
    let inverting = FilterTexts(
      result: Filter.chain(.named("lut", ["file": .texture(path: "inverted.cube")])))
    #expect(
      try await middle(.named("luma", ["mask": .texture(path: "mask.png")]), inverting)[80, 45].blue == 55)
    let darker = FilterTexts(
      to: Filter.chain(.named("blur", ["radius": 0.01]), .named("exposure", ["stops": "-1*p"])))
    let (red, _, blue) = try await { ($0.red, $0.green, $0.blue) }(middle("dissolve", darker)[80, 45])
    #expect(red == 0 && (90...110).contains(blue))
    var film = FilmRequest(items: [
      FilmItem(FilmClip(.snapshot(try picture(.black)))),
      FilmItem(
        FilmClip(.snapshot(try FilmTitle("Fin").picture(in: ImageSize(width: 160, height: 90)))), into: .cut),
    ])
    (film.library, film.filter) = (
      library, Filter.chain(.named("lut", ["file": .texture(path: "inverted.cube")]))
    )
    (film.stillTime, film.drawing.backend) = (.seconds(1), .cpu)
    let frame = try await FilmJob.file(of: film, as: .png).bytes
    #expect(try await ImageDecoder().decode(bytes: frame, name: "frame").snapshot[80, 45] == .white)
  }

  @Test("frames between different pictures are drawn on request")
  func framesOfASequence() async throws {
    let size = ImageSize(width: 32, height: 18)
    let renderer = try FrameRenderer(size: size)
    let requests = (0..<10).map { index in
      let gray = UInt8(index * 20)
      let both = [RGBAColor(red: gray, green: gray, blue: gray), .white].map {
        try? Imaging.Frame($0, size: size).picture
      }
      guard let from = both[0], let to = both[1] else { preconditionFailure("both have a size") }
      return FrameRequest(.snapshot(index % 2 == 0 ? .from : .to), outgoing: from, incoming: to)
    }
    var reds: [UInt8] = []
    for try await frame in renderer.frames(of: requests) { reds.append(frame[5, 5].red) }
    #expect(reds == [0, 255, 40, 255, 80, 255, 120, 255, 160, 255])
    let bytes = try await renderer.bytes(10, as: .apng) { requests[$0] }
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("only a few frames are drawn ahead of the consumer")
  func backPressure() async throws {
    let counter = Counter()
    let pair = try SnapshotPair(from: picture(red), to: picture(blue))
    let endless = AsyncStream<FrameRequest> {
      await counter.add()
      return pair.request(.snapshot(.from))
    }
    var taken = 0
    for try await _ in try FrameRenderer(size: pair.size).frames(of: endless) {
      taken += 1
      #expect(await counter.count <= taken + 3)
      if taken == 20 { break }
    }
    #expect(taken == 20)
  }

  @Test("cancelling a task ends jobs, writing and frames with an error")
  func cancelled() async throws {
    let place = try folder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    var long = try request()
    long.duration = 3600
    long.output.path = place + "/long.apng"
    let pair = try SnapshotPair(from: picture(red), to: picture(blue))
    // A pipe that stays open and empty.
    let silence = Pipe()
    defer { try? silence.fileHandleForWriting.close() }
    let pipe = "/proc/self/fd/\(silence.fileHandleForReading.fileDescriptor)"
    // Each task reports its start, except the task that waits for a pipe.
    let works: [@Sendable (AsyncStream<Void>.Continuation) async throws -> Void] = [
      { [long] begun in
        _ = try await RenderJob(long).run(onProgress: { _, _ in begun.finish() })
      },
      { begun in
        begun.finish()
        _ = try await ImageDecoder().decode(path: pipe)
      },
      { begun in
        begun.finish()
        _ = try await SnapshotPair(from: pipe, to: pipe)
      },
      { begun in
        _ = try await pair.write(
          Array(repeating: .snapshot(.to), count: 100_000), to: "\(place)/all.apng",
          onProgress: { _, _ in begun.finish() })
      },
      { begun in
        let endless = AsyncStream<FrameRequest> { pair.request(.snapshot(.to)) }
        for try await _ in try FrameRenderer(size: pair.size).frames(of: endless) { begun.finish() }
        throw SegueError.cancelled
      },
    ]
    for work in works {
      let begun = AsyncStream<Void>.makeStream()
      let task = Task {
        defer { begun.continuation.finish() }
        try await work(begun.continuation)
      }
      for await _ in begun.stream {}
      for _ in 0..<100 { await Task.yield() }
      task.cancel()
      do {
        try await task.value
        Issue.record("nothing was cancelled")
      } catch let error as SegueError where error.code == .cancelled {
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
  }

  @Test("a transition finishes after its drag is released")
  func drag() async throws {
    let pair = try SnapshotPair(from: picture(red), to: picture(blue))
    let run = try TransitionCoordinator(Curtain(), in: pair.context, duration: 0.5)
    run.startInteractiveTransition()
    var drag = try DragRecognizer(width: 90, startFraction: run.percentComplete)
    var recipes: [Recipe] = []
    for frame in 0...12 {
      let time = Double(frame) / 60
      try drag.add(DragSample(time: time, translation: Double(frame) * 4))
      run.advance(to: time)
      try run.updateInteractiveTransition(drag.fraction)
      recipes.append(run.recipe)
    }
    let release = drag.release(at: 0.2)
    #expect(release.finishes)
    try run.endInteractiveTransition(release)
    var frame = 13
    while !run.isComplete, frame < 200 {
      run.advance(to: Double(frame) / 60)
      recipes.append(run.recipe)
      frame += 1
    }
    #expect(run.isComplete && recipes.last == .snapshot(.to))
    #expect(try await pair.bytes(of: recipes, as: .webp).count > 100)
  }

  @Test("a spring is evaluated without a renderer")
  func spring() throws {
    let seen = try bounce(dampingRatio: 0.5, for: 1)
    #expect(seen.contains { $0 > 1 } && abs((seen.last ?? 0) - 1) < 1e-9)
  }

  @Test("an invalid number is an error with a message")
  func wrongNumbers() async throws {
    func sentence(_ body: () async throws -> Void) async -> String {
      do {
        try await body()
        return "nothing was thrown"
      } catch { return error.localizedDescription }
    }
    let pair = try SnapshotPair(from: picture(red), to: picture(blue))
    var zero = try request()
    zero.duration = 0
    let noTime = await sentence { [zero] in _ = try RenderJob(zero) }
    #expect(noTime.contains("duration is “0.0”"))
    var flat = try request()
    flat.timing = .spring(dampingRatio: 0)
    let noDamping = await sentence { [flat] in _ = try RenderJob(flat) }
    #expect(noDamping.contains("dampingRatio"))
    #expect(
      await sentence { _ = try TransitionCoordinator(Curtain(), in: pair.context, duration: 0) }.contains(
        "duration"))
    #expect(await sentence { _ = try TransitionAnimator(duration: .nan) }.contains("duration"))
    #expect(await sentence { _ = try bounce(dampingRatio: -1, for: 1) }.contains("dampingRatio"))
    #expect(await sentence { _ = try FrameRenderer(size: ImageSize(width: 0, height: 5)) }.contains("0x5"))
    #expect(
      await sentence {
        _ = try SnapshotPair(from: pair.from, to: pair.to, size: ImageSize(width: -1, height: 1))
      }.contains("-1x1"))
    #expect(await sentence { try await pair.write([], to: "x.apng") } == "a run has at least one frame")
    #expect(
      await sentence { _ = try SnapshotPair(from: pair.from, to: try picture(blue, width: 8, height: 8)) }
        == "a picture is 8x8, but its frame is 160x90")
    #expect(await sentence { _ = try Snapshot(width: 0, height: 3, rgba: [UInt8]()) }.contains("0x3"))
    #expect(await sentence { _ = try FrameRate(0) } != "nothing was thrown")
    #expect(await sentence { _ = try DragRecognizer(width: 0) } != "nothing was thrown")
    var still = try request()
    still.stillProgress = 2
    let beyond = await sentence { [still] in _ = try RenderJob(still) }
    #expect(beyond == "stillProgress is “2.0”, but must be 0 to 1")
  }
}

private actor Counter {
  var count = 0
  func add() { count += 1 }
}
