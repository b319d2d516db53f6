import Foundation
import SegueFilms
import SegueImaging
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueRun

/// Filters of the whole film and of single clips.
@Suite("Filters of films", .serialized, .needs("ffmpeg")) struct FilmLookTests {
  private let media: Media

  init() throws { media = try Media() }

  private let grey = RGBAColor(red: 64, green: 64, blue: 64)
  private let light = RGBAColor(red: 128, green: 128, blue: 128)

  /// A request of `clips` with frames of 32x16.
  private func request(
    _ clips: [FilmClip], _ junctions: [FilmJunction], fps: Int = 10, output: String = "film.y4m"
  ) throws -> FilmRequest {
    var request = FilmRequest(clips: clips, junctions: junctions, output: media.file(output))
    request.output.size = .exact(ImageSize(width: 32, height: 16))
    request.output.overwrites = true
    request.output.frameRate = try FrameRate(fps)
    return request
  }

  private func color(_ color: RGBAColor, frames: Int) -> FilmClip {
    var clip = FilmClip(.color(color))
    clip.duration = .frames(frames)
    return clip
  }

  /// A grey clip of up to 20 frames whose planes could be passed through.
  private func video(frames: Int) async throws -> FilmClip {
    let path = try await media.make(
      "v.mov",
      [
        "-f", "lavfi", "-i", "color=c=0x404040:s=32x16:r=10", "-frames:v", "20", "-vf",
        "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-color_range", "tv", "-colorspace",
        "bt709", "-c:v", "libx264", "-qp", "0",
      ])
    var clip = FilmClip(.file(path: path))
    clip.end = .frames(frames)
    return clip
  }

  /// The grey level at the centre of each frame.
  private func levels(_ name: String = "film.y4m") async throws -> [Int] {
    let bytes = try await media.decode(name, as: "gray", isPassed: true)
    return stride(from: 0, to: bytes.count, by: 32 * 16).map { Int(bytes[$0 + 8 * 32 + 16]) }
  }

  /// Compares levels with the tolerance of 4:2:0 rounding.
  private func expect(
    _ found: [Int], _ wanted: [Double], at location: SourceLocation = #_sourceLocation
  ) {
    let worst = zip(found, wanted).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(found.count == wanted.count && worst <= 3, "\(found) for \(wanted)", sourceLocation: location)
  }

  @Test("the variable p rises evenly from 0 to 1 over the film's frames")
  func wholeFilm() async throws {
    let clips = [
      try await video(frames: 12), color(grey, frames: 15), try await video(frames: 14),
    ]
    let cross = FilmJunction(duration: .frames(5))
    var request = try request(clips, [cross, cross])
    request.filter = "brightness(0.5*p)"
    let report = try await FilmJob(request).run()
    let found = try await levels()
    #expect(found.count == 31 && report.film.frames == 31)
    expect(found, (0...30).map { 64 + 127.5 * Double($0) / 30 })
    let steps = zip(found.dropFirst(), found).map { $0 - $1 }
    #expect(steps.allSatisfy { (2...7).contains($0) }, "\(steps)")
  }

  @Test("the film's filter applies to each frame of a single input")
  func oneClip() async throws {
    let still = Snapshot(width: 32, height: 16) { _, _ in grey }
    let picture = FilmClip(.file(path: try media.write(still, to: "p.png")))
    let clips = [try await video(frames: 9), color(grey, frames: 9), picture]
    for clip in cases(1, of: clips) {
      var request = try request([clip], [])
      request.pictureDuration = 0.9
      request.filter = "invert()"
      try await FilmJob(request).run()
      let found = try await levels()
      #expect(found.count == 9 && found.allSatisfy { abs($0 - 191) <= 2 }, "\(found)")
    }
  }

  @Test("a clip's filter applies to that clip alone")
  func clipFilter() async throws {
    var first = try await video(frames: 11)
    first.filter = "brightness(0.5*p)"
    var request = try request([first, color(light, frames: 6)], [.cut])
    try await FilmJob(request).run()
    let found = try await levels()
    expect(found, (0...10).map { 64 + 12.75 * Double($0) } + Array(repeating: 128, count: 6))
    // The next clip covers the clip's end, and the film's filter covers both.
    request.items[1].junction = FilmJunction(duration: .frames(4))
    request.filter = "invert()"
    try await FilmJob(request).run()
    let wanted = (0..<13).map { index in
      let own = 64 + 12.75 * Double(min(index, 10))
      let way = min(1, max(0, Double(index - 7) / 3))
      return 255 - own * (1 - way) - 128 * way
    }
    expect(try await levels(), wanted)
  }

  @Test("a changed filter re-renders only the chunks that it affects")
  func chunks() async throws {
    let clips = [color(grey, frames: 8), color(grey, frames: 8)]
    var request = try request(clips, [.cut], fps: 1, output: "film.mkv")
    request.output.codec = .ffv1
    request.filter = "brightness(0.5*p)"
    request.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    if Tier.current == .full {
      #expect(try await FilmJob(request).run().chunks?.rendered == 2)
      expect(try await levels("film.mkv"), (0...15).map { 64 + 127.5 * Double($0) / 15 })
    }
    // A part of the film has the film's p.
    var part = request
    (part.chunks, part.frames) = (nil, 8...15)
    _ = try await media.frames(of: part, as: "gray")
    expect(try await levels("frames.y4m"), (8...15).map { 64 + 127.5 * Double($0) / 15 })
    let before = try await media.chunks(of: request)
    request.filter = "brightness(0.4*p)"
    let after = try await media.chunks(of: request)
    #expect(before.count == 2 && zip(before, after).allSatisfy { $0 != $1 })
    // Without p, a chunk does not depend on its place in the film.
    request.filter = "brightness(0.5)"
    let steady = try await media.chunks(of: request)
    request.items[1].clip.filter = "invert()"
    let changed = try await media.chunks(of: request)
    #expect(zip(steady, changed).map { $0 != $1 } == [false, true])
  }

  @Test(
    "a chain with a value out of bounds at some p is an error before drawing"
  )
  func problems() async throws {
    var request = try request([color(grey, frames: 4)], [])
    for chain in ["brightness(3*p)", "brightnes(1)"] {
      request.filter = chain
      let job = try FilmJob(request)
      let error = await #expect(throws: SegueError.self) { try await job.run() }
      #expect(error?.details is FilterError)
      #expect(error?.property == "filter")
      #expect(error?.place == nil)
    }
    #expect(media.bytes("film.y4m") == nil)
  }

  @Test("an error in a chain or a parameter names its key path")
  func places() async throws {
    func sentence(_ change: (inout FilmRequest) -> Void) async throws -> String {
      var request = try request([color(grey, frames: 6), color(light, frames: 6)], [FilmJunction()])
      (request.defaults.transition, request.defaults.duration) = (.named("dissolve"), .frames(4))
      change(&request)
      let job = try FilmJob(request)
      let error = await #expect(throws: SegueError.self) { try await job.run() }
      return error?.localizedDescription ?? ""
    }
    let parts: [(String, (inout FilmRequest, String) -> Void)] = [
      ("filter: ", { $0.filter = $1 }),
      ("clips[1].filter: ", { $0.items[1].clip.filter = $1 }),
      ("junctions[0].filters.to: ", { $0.items[1].junction?.filters = FilterTexts(to: $1) }),
      ("defaults.filters.from: ", { $0.defaults.filters = FilterTexts(from: $1) }),
      (
        "opening.filters.result: ",
        {
          $0.opening = FilmJunction(
            transition: "dissolve", duration: .frames(2), filters: FilterTexts(result: $1))
        }
      ),
    ]
    for (place, change) in parts {
      // The first chain fails when it is read, the second when its values are evaluated.
      for (chain, what) in [
        ("brightnes(1)", "there is no filter “brightnes”; did you mean brightness?"),
        ("brightness(2*p)", "brightness's amount is "),
      ] {
        let sentence = try await sentence { change(&$0, chain) }
        #expect(sentence.hasPrefix(place + what), "\(sentence)")
      }
    }
    let softer = TransitionChoice.named("wipe", ["soft": 1])
    #expect(
      try await sentence { $0.items[1].junction?.transition = softer }.hasPrefix(
        "junctions[0]: wipe has no parameter"))
    #expect(
      try await sentence { $0.defaults.transition = softer }.hasPrefix("defaults: wipe has no parameter"))
  }
}
