import SegueImaging
import Testing

@testable import SegueMedia

/// The arguments of ffmpeg for each source of pictures and sound.
@Suite("Inputs and streams of ffmpeg") struct EncodingTests {
  private let shape = VideoShape(
    size: ImageSize(width: 64, height: 48), rateNumerator: 30000, rateDenominator: 1001)
  private static let tags =
    "-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -chroma_sample_location left"
  private static let exact = "-fflags +bitexact -flags:v +bitexact"
  private static let raw = "-thread_queue_size 8 -f rawvideo -video_size 64x48 -framerate 30000/1001"
  private static let list =
    "-thread_queue_size 0 -f concat -safe 0 -protocol_whitelist file,pipe -i pipe:0"
  private static let samples = "-f f32le -ar 48000 -ac 2 -i file:/s"

  /// The arguments between the progress report and the output.
  private func line(
    _ container: OutputFormat = .mp4, _ codec: VideoCodec? = nil, extra: [String] = [],
    isReproducible: Bool = false, _ set: (inout Encoding) -> Void
  ) throws -> String {
    var settings = try VideoSettings(container: container, codec: codec, extraArguments: extra)
    settings.keepsOpaqueAlpha = false
    settings.isReproducible = isReproducible
    settings.encoding.chromaLocation = "left"
    set(&settings.encoding)
    let words = VideoArguments(settings: settings, shape: shape).all(to: .file("o"))
    let general = [
      "-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y", "-xerror", "-abort_on",
      "empty_output+empty_output_stream", "-progress", "pipe:1",
    ]
    #expect(words.starts(with: general) && words.last == "file:o")
    return words.dropFirst(general.count).dropLast().joined(separator: " ")
  }

  @Test("the arguments for frames tag the input and the output")
  func frames() throws {
    let found = try line { $0.sound = Encoding.Sound(.samples(path: "/s"), SoundFormat(), language: "eng") }
    #expect(
      found == """
        \(Self.raw) -pixel_format yuv420p \(Self.tags) -i pipe:0 -thread_queue_size 64 \(Self.samples) \
        -map 0:v -map 1:a -c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p \(Self.tags) \
        -c:a aac -b:a 192k -metadata:s:a:0 language=eng \(Self.exact) -movflags +faststart -f mp4
        """)
  }

  @Test("the arguments for a part make it reproducible")
  func part() throws {
    func part(_ container: OutputFormat, _ codec: VideoCodec? = nil) throws -> String {
      try line(container, codec, isReproducible: true) { $0.isPart = true }
    }
    #expect(
      try part(.mp4) == """
        \(Self.raw) -pixel_format yuv420p \(Self.tags) -i pipe:0 -an -c:v libx264 -preset veryfast -crf 18 \
        -threads 4 -x264opts sync-lookahead=0:cpu-independent=1 -pix_fmt yuv420p \(Self.tags) \
        \(Self.exact) -f nut
        """)
    #expect(try part(.mp4, .hevc).contains("pools=4:frame-threads=2:lookahead-slices=0:info=0"))
    #expect(try part(.webm).contains("-row-mt 0 -threads 4"))
  }

  @Test("frames that join a copied stream have its parameters, filters and tags")
  func constraints() throws {
    var constraints = StreamConstraints(
      profile: "high", level: "4.1", references: 3, reorders: false, pixelFormat: "yuvj420p",
      filters: ["transpose=clock", "null"], tags: ["-color_range", "pc"])
    constraints.threads = 2
    func constrained(_ codec: VideoCodec) throws -> String {
      try line(.mov, codec, extra: ["-tune", "film"]) {
        $0.pictures = .frames(constraints)
        $0.isPart = true
      }
    }
    let input = "\(Self.raw) -pixel_format yuv420p -i pipe:0 -an -vf transpose=clock,null"
    #expect(
      try constrained(.h264) == """
        \(input) -c:v libx264 -threads 2 -preset veryfast -crf 18 -profile:v high -level 4.1 -refs 3 -bf 0 \
        -x264-params sps-id=31:stitchable=1:open-gop=0:b-pyramid=none -pix_fmt yuvj420p -color_range pc \
        \(Self.exact) -tag:v avc1 -tune film -f mp4
        """)
    #expect(
      try constrained(.hevc) == """
        \(input) -c:v libx265 -threads 2 -preset veryfast -crf 22 -profile:v high \
        -x265-params log-level=error:open-gop=0:ref=2:bframes=0:b-pyramid=0 -pix_fmt yuvj420p \
        -color_range pc \(Self.exact) -tag:v hvc1 -tune film -f mp4
        """)
  }

  @Test("joined files are copied together with sound, subtitles and chapters")
  func files() throws {
    let found = try line(extra: ["-vf", "hflip", "-tune", "film"]) {
      $0.pictures = .files([Encoding.Segment(path: "/a.nut", frames: 0..<3)])
      $0.sound = Encoding.Sound(.samples(path: "/s"), SoundFormat())
      $0.text = Encoding.Text(path: "/t.srt", language: "deu")
      $0.chapters = [VideoChapter("One", 0..<3)]
    }
    #expect(
      found == """
        \(Self.list) -f ffmetadata -i file:chapters -thread_queue_size 0 \(Self.samples) -f srt -i file:/t.srt \
        -map 0:v -map 2:a -map 3:s -map_chapters 1 -c:v copy \(Self.tags) -c:a aac -b:a 192k -c:s mov_text \
        -metadata:s:s:0 language=deu \(Self.exact) -video_track_timescale 30000 -movflags +faststart \
        -tune film -f mp4
        """)
  }

  @Test("encoded sound is copied when files are joined")
  func packets() throws {
    func joined(_ format: SoundFormat) throws -> String {
      try line {
        $0.pictures = .files([Encoding.Segment(path: "/a.nut", frames: 0..<3)])
        $0.sound = Encoding.Sound(.packets(path: "/sound.mp4"), format)
      }
    }
    var format = SoundFormat()
    format.bitRate = "128k"
    #expect(
      try joined(format) == """
        \(Self.list) -thread_queue_size 0 -protocol_whitelist file,pipe -i file:/sound.mp4 -map 0:v -map 1:a \
        -c:v copy \(Self.tags) -c:a copy \(Self.exact) -video_track_timescale 30000 -movflags +faststart -f mp4
        """)
    format = SoundFormat()
    format.codec = "flac"
    #expect(try joined(format).contains("-c:a copy -strict experimental -fflags"))
  }

  @Test("a file's pictures are copied without new tags")
  func file() throws {
    let found = try line(.mkv, extra: ["-vf", "hflip"]) { $0.pictures = .file(path: "/p.mp4", count: 9) }
    #expect(
      found == """
        -thread_queue_size 0 -protocol_whitelist file,pipe -i file:/p.mp4 -an -c:v copy \(Self.exact) -f matroska
        """)
  }

  @Test("the user's arguments apply to a sound file, not to a part of it")
  func sound() throws {
    func sound(_ container: OutputFormat, isPart: Bool) throws -> String {
      try line(container, extra: ["-x", "y"]) {
        $0.pictures = .none
        $0.sound = Encoding.Sound(.samples(path: "/s"), SoundFormat())
        $0.isPart = isPart
      }
    }
    let input = "-thread_queue_size 64 \(Self.samples) -map 0:a -c:a aac -b:a 192k \(Self.exact)"
    #expect(try sound(.mp4, isPart: true) == "\(input) -f mp4")
    #expect(
      try sound(.m4a, isPart: false) == "\(input) -movflags +faststart -x y -f ipod")
  }

  @Test("opaque ProRes frames have no alpha channel unless it is requested")
  func opaqueAlpha() throws {
    var settings = try VideoSettings(container: .mov, codec: .prores)
    #expect(settings.keepsAlpha)
    settings.keepsOpaqueAlpha = false
    #expect(!settings.keepsAlpha)
  }
}
