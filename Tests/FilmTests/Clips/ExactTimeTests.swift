import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import SegueSound
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Frame and sample accuracy of clips at camera rates, in containers' time bases, with arbitrary
/// start times. Each picture has its number burnt in, and each sample is unique. Expected numbers
/// are integer arithmetic.
@Suite("Frame and sample accuracy", .serialized, .needs("ffmpeg", "ffprobe")) struct ExactTimeTests {
  private let media: Media

  init() throws { media = try Media() }

  private static let rates = [(24000, 1001), (25, 1), (30000, 1001), (50, 1), (60000, 1001), (15000, 1001)]
  /// Start times in milliseconds. The last is shortly before a transport stream's timestamps wrap.
  private static let starts = [0, 1400, -23, 95_443_000]
  /// Containers with time bases of 1/1000, 1/90000, 1/12800 and 1/48000 s, each with lossless
  /// sound.
  private static let containers: [(name: String, words: [String])] = [
    ("mkv", ["-c:a", "pcm_s16le"]), ("ts", ["-c:a", "s302m", "-muxdelay", "0", "-muxpreload", "0"]),
    ("mp4", ["-c:a", "flac", "-video_track_timescale", "12800"]),
    ("mov", ["-c:a", "pcm_s16le", "-video_track_timescale", "48000"]),
  ]
  /// The length of a clip, in seconds.
  private static let length = 9

  /// A clip and its first picture and sample.
  private struct Numbered {
    let path: String
    let rate: (Int, Int)
    /// The number of the first picture, and of the sample at its time.
    var picture = 0
    var sample = 0
  }

  /// A clip at `rate` in every container, with different start times from `turn` on. One ffmpeg
  /// makes them all.
  private func clips(_ rate: (Int, Int), turn: Int) async throws -> [Numbered] {
    let video =
      "nullsrc=s=32x16:r=\(rate.0)/\(rate.1):d=\(Self.length),format=yuv420p,"
      + "geq=lum='16+if(lt(X,16),mod(N,200),floor(N/200))':cb=128:cr=128"
    let audio = "aevalsrc='mod(n,32768)/32768|floor(n/32768)/32768':s=48000:d=\(Self.length)"
    var words = ["-f", "lavfi", "-i", video, "-f", "lavfi", "-i", audio]
    var clips: [Numbered] = []
    for (index, container) in cases(2, of: Self.containers).enumerated() {
      let start = Self.starts[(index + turn) % Self.starts.count]
      let name = "\(index).\(container.name)"
      words += [
        "-map", "0", "-map", "1", "-c:v", "libx264", "-qp", "0", "-bf", "2", "-g", "24", "-threads", "1",
      ]
      words += [
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
      ]
      words += container.words + ["-strict", "-2", "-avoid_negative_ts", "disabled"]
      words += ["-output_ts_offset", "\(start)ms", name]
      var clip = Numbered(path: media.file(name), rate: rate)
      if start < 0, container.name != "ts" {
        // Pictures before time 0 are not shown.
        let (num, den, early): (Int, Int, Int) = (rate.0, rate.1, -start)
        clip.picture = (early * num + 1000 * den - 1) / (1000 * den)
        let time: Int = (2000 * den * clip.picture + num) / (2 * num)
        // Matroska's first picture is later by a fraction of a frame; an edit list starts it with
        // the sound.
        clip.sample = 48 * (container.name == "mkv" ? time : early)
      }
      clips.append(clip)
    }
    try await media.makeAll(words)
    return clips
  }

  /// Three parts of `clip`: a frame range; a time range after an overlap; the remaining frames after a cut.
  private func film(of clip: Numbered) throws -> FilmRequest {
    func part(_ start: FilmClip.Position, _ end: FilmClip.Position?) -> FilmClip {
      var part = FilmClip(.file(path: clip.path))
      (part.start, part.end) = (start, end)
      return part
    }
    let second = clip.rate.0 / clip.rate.1
    var request = FilmRequest(
      clips: [
        part(.frames(7), .frames(5 * second)), part(.seconds(2.531), .seconds(6.25)),
        part(.frames(4 * second + 1), nil),
      ],
      junctions: [FilmJunction(transition: "dissolve", duration: .frames(5)), .cut], output: "film.mkv")
    request.output.frameRate = try FrameRate(clip.rate.0, per: clip.rate.1)
    return request
  }

  /// The first picture and sample of each part, relative to the clip's first.
  private func truth(of clip: Numbered) -> [(picture: Int, sample: Int)] {
    let (num, den) = clip.rate
    let second = num / den
    func sample(ofFrame frame: Int) -> Int { (2 * 48_000 * frame * den + num) / (2 * num) }
    return [
      (7, sample(ofFrame: 7)), ((2 * 2531 * num + 1000 * den) / (2000 * den), 2531 * 48),
      (4 * second + 1, sample(ofFrame: 4 * second + 1)),
    ]
  }

  /// The picture numbers of each clip in the film's `frames`, or −1.
  private func numbers(_ film: ResolvedFilm, _ frames: Range<Int>) throws -> [[Int]] {
    let (plan, sources) = (film.plan, OpenClips(film, frames: frames))
    defer { _ = sources.close() }
    return try frames.map { frame in
      try sources.prepare(for: frame)
      return try plan.clips.filter { $0.frames.contains(frame) }.map { clip in
        guard case .decoded(let planes) = try sources.content(clip, frame: frame) else { return -1 }
        return planes.withUnsafeBytes { Int($0[0]) - 16 + 200 * (Int($0[16]) - 16) }
      }
    }
  }

  @Test(
    "cuts and overlaps are exact to the frame and sample for any start time",
    arguments: cases([2], full: [0, 1, 3, 4, 5]))
  func borders(index: Int) async throws {
    for clip in try await clips(Self.rates[index], turn: index) {
      let name: Comment = "\(clip.rate.0)/\(clip.rate.1) \(clip.path.suffix(5))"
      let plan = try await FilmPlan(film(of: clip))
      let resolved = try await ResolvedFilm(plan)
      let (timeline, truth) = (plan.timeline, truth(of: clip))
      // The last frame is held if half a frame of the length remains.
      let last = (Self.length * clip.rate.0 + clip.rate.1 - 1) / clip.rate.1 - 1
      func wanted(_ frame: Int) -> [Int] {
        timeline.clips.indices.filter { timeline.clips[$0].contains(frame) }.map {
          min(last, clip.picture + truth[$0].picture + frame - timeline.clips[$0].lowerBound)
        }
      }
      let middle = timeline.overlaps[0].lowerBound + 2
      let cut = timeline.clips[2].lowerBound
      let parts = timeline.chunks + [middle..<middle + 2, cut - 1..<cut + 2]
      for span in cases([0..<timeline.frameCount], full: parts) {
        #expect(try numbers(resolved, span) == span.map(wanted), name)
      }
      try sounds(plan, clip, name)
      guard Tier.current == .full || clip.path.hasSuffix("ts") else { continue }
      // At half the rate every other picture is shown; halves are rounded up.
      var half = try film(of: clip)
      half.output.frameRate = try FrameRate(clip.rate.0, per: 2 * clip.rate.1)
      half.items.removeSubrange(1...)
      half.items[0].clip.end = .frames(7 + 80)
      let shown = try numbers(await ResolvedFilm(FilmPlan(half)), 0..<40)
      #expect(shown == (0..<40).map { [clip.picture + 7 + 2 * $0] }, name)
    }
  }

  /// Checks the samples of `plan` outside of fades, of the whole and of a part that is mixed alone.
  private func sounds(_ plan: FilmPlan, _ clip: Numbered, _ name: Comment) throws {
    let (timeline, (num, den), truth) = (plan.timeline, clip.rate, truth(of: clip))
    func sample(ofFrame frame: Int) -> Int { frame * 48_000 * den / num }
    #expect(plan.soundParts.count == 3 && timeline.sampleCount == sample(ofFrame: timeline.frameCount), name)
    let whole = try mixed(plan, nil)
    #expect(whole.count == 2 * timeline.sampleCount, name)
    let (overlap, cut) = (timeline.overlaps[0], sample(ofFrame: timeline.clips[2].lowerBound))
    // Outside of the fades of 5 ms at each side of a cut.
    let steady = [
      0..<sample(ofFrame: overlap.lowerBound), sample(ofFrame: overlap.upperBound)..<cut - 240,
      cut + 240..<timeline.sampleCount,
    ]
    for (index, range) in steady.enumerated() {
      let first = sample(ofFrame: timeline.clips[index].lowerBound)
      let ends = Array(range.prefix(1500)) + range.suffix(1500)
      for place in ends + stride(from: range.lowerBound, to: range.upperBound, by: 997) {
        let number = clip.sample + truth[index].sample + place - first
        let wanted = number < 48_000 * Self.length ? number : 0
        let heard = Int(whole[2 * place] * 32_768) + 32_768 * Int(whole[2 * place + 1] * 32_768)
        if heard == wanted { continue }
        Issue.record("\(name): sample \(place) of the film, of clip \(index), is \(heard) and not \(wanted)")
        break
      }
    }
    guard Tier.current == .full || clip.path.hasSuffix("ts") else { return }
    let part = sample(ofFrame: overlap.lowerBound + 2)..<cut + 5000
    #expect(try mixed(plan, part) == Array(whole[2 * part.lowerBound..<2 * part.upperBound]), name)
  }

  /// The sound of `plan`, or of a part of it.
  private func mixed(_ plan: FilmPlan, _ part: Range<Int>?) throws -> [Float] {
    var mix = SoundMix(parts: plan.soundParts, count: plan.timeline.sampleCount)
    mix.part = part
    let mixer = SoundMixer(mix)
    defer { mixer.close() }
    var samples: [Float] = []
    while case let block = try mixer.next(48_000), !block.isEmpty { samples += block }
    return samples
  }
}
