import Foundation
import Segue
import SegueImaging
import SegueMedia
import SegueRendering
import TestSupport
import Testing

@Suite("A snapshot pair") struct StageTests {
  private let stage = SnapshotPair(
    from: Snapshot(PixelBuffer(size: ImageSize(width: 20, height: 10), color: .white)),
    to: Snapshot(PixelBuffer(size: ImageSize(width: 20, height: 10), color: .black)), notices: [])

  @Test("recipes are drawn over a background")
  func pictures() throws {
    let half = Recipe.mix(.snapshot(.from), .color(.transparent), amount: 0.5)
    let pictures = try stage.pictures(of: [.snapshot(.to), half])
    #expect(pictures[0][3, 3] == .black && pictures[1][3, 3].alpha == 128)
    let red = RGBAColor(red: 255, green: 0, blue: 0)
    #expect(try stage.pictures(of: [half], over: red)[0][3, 3] == RGBAColor(red: 255, green: 128, blue: 128))
  }

  @Test("each recipe is written as a frame in the output's format")
  func writes() async throws {
    let place = try Workplace()
    var drawing = DrawingOptions()
    drawing.backend = .cpu
    let recipes = [0, 0.25, 1].map { Dissolve().recipe(at: $0, in: stage.context) }
    let report = try await stage.write(recipes, to: OutputRequest(place.file("frames/")), drawing: drawing)
    #expect(report.outputs.count == 3 && report.renderer?.backend == .cpu)
    let second = try await ImageDecoder().decode(path: report.outputs[1]).snapshot
    #expect(second[4, 4] == RGBAColor(red: 191, green: 191, blue: 191))
    var output = OutputRequest(place.file("run.apng"))
    output.frameRate = try FrameRate(10)
    try await stage.write(recipes, to: output, drawing: drawing)
    #expect(place.exists("run.apng"))
    await #expect(throws: SegueError(SystemError.outputExists(path: place.file("run.apng")))) {
      try await stage.write(recipes, to: output)
    }
    #expect(
      try await SnapshotPair(
        from: report.outputs[0], to: report.outputs[2], size: ImageSize(width: 8, height: 8)
      )
      .size == ImageSize(width: 8, height: 8))
  }

  @Test("16-bit pictures keep all bits in a 16-bit file")
  func deep() async throws {
    let place = try Workplace()
    let size = ImageSize(width: 20, height: 10)
    for (name, first) in [("a.png", 12_345), ("b.png", 54_321)] {
      let picture = Snapshot(deep: size) { index in
        SIMD4(UInt16(first + index), 771, 40_001, 65_535)
      }
      try place.write(PNGEncoder(depth: .sixteen).encode(picture), to: name)
    }
    let pair = try await SnapshotPair(from: place.file("a.png"), to: place.file("b.png"))
    var output = OutputRequest(place.file("frames/"))
    output.depth = .sixteen
    let report = try await pair.write([.snapshot(.from), .snapshot(.to)], to: output)
    for (path, first) in zip(report.outputs, [12_345, 54_321]) {
      let limits = DecodingLimits().keeping(.sixteen)
      let made = try await ImageDecoder(limits: limits).decode(path: path).snapshot
      #expect(made.deep(7, 0).red == first + 7 && made.deep(0, 0).blue == 40_001)
    }
    #expect(try pair.pictures(of: [.snapshot(.from)])[0][0, 0].red == 48)
  }

  @Test("a cancelled task leaves no file")
  func cancelled() async throws {
    let place = try Workplace()
    let begun = AsyncStream<Void>.makeStream()
    let task = Task { [stage] in
      try await stage.write(
        Array(repeating: Recipe.snapshot(.from), count: 100_000), to: OutputRequest(place.file("run.apng"))
      ) { done, total in
        if done == 5, total == 100_000 { begun.continuation.finish() }
      }
    }
    for await _ in begun.stream {}
    task.cancel()
    await #expect(throws: SegueError.cancelled) { try await task.value }
    #expect(place.names().isEmpty)
  }

  @Test("cancelling a task aborts the frame that is being drawn", arguments: [false, true])
  func cancelledWithin(isWritten: Bool) async throws {
    let place = try Workplace()
    let picture = Snapshot(PixelBuffer(size: ImageSize(width: 2048, height: 2048), color: .white))
    var drawing = DrawingOptions()
    drawing.backend = .cpu
    let renderer = try FrameRenderer(size: picture.size, drawing: drawing)
    // Drawing this field takes minutes.
    let begun = AsyncStream<Void>.makeStream()
    let field = MatteField(identifier: "begun \(isWritten)") { x, y, _ in
      if x < 1, y < 1 { begun.continuation.finish() }
      return 0.5
    }
    let mixed = Recipe.matte(
      .snapshot(.from), .snapshot(.to), Matte(field: field, progress: 0.5, softness: 1))
    let strokes = (0..<200).reduce(mixed) { recipe, _ in .kuwahara(recipe, radius: 8) }
    let black = Snapshot(PixelBuffer(size: picture.size, color: .black))
    let request = FrameRequest(strokes, outgoing: picture, incoming: black)
    let task = Task {
      defer { begun.continuation.finish() }
      guard isWritten else {
        let requests = AsyncStream<FrameRequest> { continuation in
          continuation.yield(request)
          continuation.finish()
        }
        for try await _ in renderer.frames(of: requests) {}
        return
      }
      try await renderer.write(2, to: OutputRequest(place.file("run.apng"))) { _ in request }
    }
    for await _ in begun.stream {}
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: SegueError.cancelled) { try await task.value }
    // A frame that is drawn to its end takes a minute.
    #expect(start.duration(to: .now) < .seconds(60) && place.names().isEmpty)
  }

  @Test("invalid thread counts and sizes are rejected")
  func refused() {
    var request = RenderRequest(from: .file(path: "a"), to: .file(path: "b"), output: "c.webp")
    for threads in [0, -1, 2000] {
      request.drawing.threads = threads
      #expect(throws: SegueError.self) { try RenderJob(request) }
    }
    request.drawing.threads = nil
    request.output.size = .width(-5)
    #expect(throws: SegueError.self) { try RenderJob(request) }
  }
}
