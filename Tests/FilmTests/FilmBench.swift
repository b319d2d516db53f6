import SegueImaging
import SegueMotion
import SegueSound
import SegueSystem
import TestSupport

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueMedia
@testable import SegueRun

extension FilmRequest {
  /// A film of `clips`, with one of `junctions` between each two clips.
  init(clips: [FilmClip], junctions: [FilmJunction], output: String) {
    let items = zip(clips, [nil] + junctions.map(Optional.some)).map { FilmItem($0, into: $1) }
    self.init(items: items, output: OutputRequest(output))
  }
}

extension FilmTimeline {
  /// A film whose junctions are lists of their lengths and properties. With as many overlaps as clips it is a
  /// cycle.
  init(
    rate: FrameRate, lengths: [Int], overlaps: [Int], opening: Int = 0, closing: Int = 0,
    handles: [Bool]? = nil, standing: [Bool]? = nil, shortens: Bool = false, flexible: [Bool]? = nil
  ) throws(FilmError) {
    let lengths = lengths.enumerated().map {
      Length(source: "input \($0 + 1)", count: $1, standsAlone: standing?[$0] ?? false)
    }
    let isCycle = overlaps.count == lengths.count
    let edges = ([opening] + overlaps + (isCycle ? [] : [closing])).enumerated().map { index, count in
      let usesHandles = overlaps.indices.contains(index - 1) && handles?[index - 1] == true
      return Edge(count: count, usesHandles: usesHandles, isFlexible: flexible?[index] ?? false)
    }
    try self.init(rate: rate, lengths: lengths, edges: edges, isCycle: isCycle, shortens: shortens)
  }
}

/// Films without an encoder.
extension Media {
  /// Renders `film` as Y4M and returns its frames, concatenated, with pixels in `layout`.
  func frames(of film: FilmRequest, as layout: String) async throws -> [UInt8] {
    var film = film
    film.output.path = file("frames.y4m")
    film.output.codec = nil
    film.output.overwrites = true
    film.audioCodec = nil
    try await FilmJob(film).run()
    return try await decode("frames.y4m", as: layout)
  }

  /// The frames of `film` in its own pixel format, from its frame source.
  func pictures(of film: FilmRequest) async throws -> [[UInt8]] {
    let film = try await ResolvedFilm(FilmPlan(film))
    return try await onThread(named: "segue.test") {
      let plan = film.plan
      let (source, device) = (film.source(of: plan.frames), try film.device())
      defer { _ = source.close() }
      let choice = RendererChoice(
        plan.request.drawing, size: plan.size, format: film.format.pixels, needsOpenGL: plan.needsOpenGL)
      var frames: [[UInt8]] = []
      var pipeline = FramePipeline(source) {
        try choice.makeRenderer(framesHeld: 2)
      } send: { frame in
        frames.append((device?.frame(of: frame) ?? frame).bytes)
        frame.release()
        return true
      }
      try pipeline.run()
      return frames
    }
  }

  /// A lossless clip of 20 frames of 64x48 at 10 frames/s: ffmpeg's `source` and a sine of `tone` hertz.
  func clip(_ name: String, _ source: String, tone: Int) async throws -> FilmClip {
    let path = try await make(
      name,
      [
        "-f", "lavfi", "-i", "\(source)=s=64x48:r=10:d=2", "-f", "lavfi", "-i",
        "aevalsrc='0.3*sin(2*PI*\(tone)*t)':s=48000:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-qp", "0", "-c:a", "pcm_f32le",
      ])
    return FilmClip(.file(path: path))
  }

  /// A film of a video, a colour and a sequence of pictures, with two transitions and a title, drawn on the CPU.
  func mixedFilm(_ output: String) async throws -> FilmRequest {
    let first = try await clip("a.mov", "testsrc2", tone: 500)
    let last = try sequence("b")
    var picture = FilmClip(.color(RGBAColor(red: 200, green: 100, blue: 50)))
    picture.duration = .frames(14)
    var request = FilmRequest(
      clips: [first, picture, last],
      junctions: [FilmJunction(transition: "iris", duration: .frames(6)), .standard], output: file(output))
    request.titles = [FilmTitle("Title")]
    request.output.overwrites = true
    request.drawing.backend = .cpu
    return request
  }

  /// A sequence of 20 pictures of 64x48 at 10 frames/s, each of other colours, which no process decodes.
  func sequence(_ name: String) throws -> FilmClip {
    for number in 0..<20 {
      let picture = Snapshot(width: 64, height: 48) { x, y in
        RGBAColor(red: UInt8(4 * x), green: UInt8(5 * y), blue: UInt8(12 * number))
      }
      try write(picture, to: "\(name)\(number).png")
    }
    var clip = FilmClip(.file(path: file(name + "%d.png")))
    clip.frameRate = try FrameRate(10)
    return clip
  }

  /// Writes a lossless animated WebP of pictures with their durations in milliseconds, which no process
  /// decodes, and returns its path.
  func webP(_ name: String, _ frames: [(picture: Snapshot, milliseconds: Int)]) throws -> String {
    let size = frames.first?.picture.size ?? ImageSize(width: 1, height: 1)
    let encoder = try WebPAnimation(
      shape: VideoShape(size: size, rateNumerator: 25), compression: .lossless, hasAlpha: true)
    var time = 0
    for frame in frames {
      try frame.picture.withUnsafeBytes { try encoder.compress($0, at: time) }
      time += frame.milliseconds
    }
    try write(try encoder.end(at: time), to: name)
    return file(name)
  }

  /// The fingerprint of each of the film's chunks. A chunk is rendered again if they change.
  func chunks(of film: FilmRequest) async throws -> [[String]] {
    let film = try await ResolvedFilm(FilmPlan(film))
    let fingerprint = ChunkFingerprint(film, [], encoder: [])
    return try film.plan.timeline.chunks.map { try fingerprint.lines($0) }
  }

  /// Mixes the sound of `film`, which has no target loudness, and returns one channel's samples.
  func samples(of film: FilmRequest, channel: Int = 0) async throws -> [Float] {
    try await channels(of: film)[channel]
  }

  /// Mixes the sound of `film`, which has no target loudness, and returns each channel's samples. WAV
  /// files are read without ffmpeg.
  func channels(of film: FilmRequest) async throws -> [[Float]] {
    let plan = try await FilmPlan(film)
    var mix = try await ResolvedFilm(plan).mix
    mix.part = plan.timeline.samples(of: plan.frames)
    let score = mix
    // Decoders block their thread.
    let mixed = try await onThread(named: "segue.test") {
      let mixer = SoundMixer(score, open: WaveSource.open)
      defer { mixer.close() }
      var samples: [Float] = []
      while case let block = try mixer.next(48_000), !block.isEmpty { samples += block }
      return samples
    }
    let count = plan.soundLayout.channels
    return (0..<count).map { channel in stride(from: channel, to: mixed.count, by: count).map { mixed[$0] } }
  }
}
