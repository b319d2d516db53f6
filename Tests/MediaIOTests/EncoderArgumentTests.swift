import SegueImaging
import Testing

@testable import SegueMedia
@testable import SegueSystem

@Suite("Arguments of ffmpeg") struct EncoderArgumentTests {
  private let shape = VideoShape(
    size: ImageSize(width: 64, height: 48), rateNumerator: 30000, rateDenominator: 1001)

  private func line(_ settings: VideoSettings, _ target: VideoArguments.Target = .file("o")) -> String {
    VideoArguments(settings: settings, shape: shape).all(to: target).joined(separator: " ")
  }

  /// Container, codec, transparency of the pictures; encoder, layout of the frames, whether alpha
  /// is kept.
  @Test(
    "the codec decides the pixel layout and alpha",
    arguments: [
      ("mp4", nil, true, "libx264", PixelFormat.yuv420p, false),
      ("mov", nil, true, "libx264", .yuv420p, false),
      ("mkv", nil, false, "libx264", .yuv420p, false), ("webm", nil, false, "libvpx-vp9", .yuv420p, false),
      ("webm", nil, true, "libvpx-vp9", .rgba8, true), ("gif", nil, false, "gif", .rgba8, true),
      ("mp4", "hevc", false, "libx265", .yuv420p, false), ("webm", "av1", true, "libsvtav1", .yuv420p, false),
      ("mov", "prores", false, "prores_ks", .rgba8, true), ("mkv", "ffv1", false, "ffv1", .rgba8, true),
      ("mkv", "h264_nvenc", true, "h264_nvenc", .yuv420p, false),
      ("mp4", "libx264", true, "libx264", .yuv420p, false),
    ])
  func pixelLayout(
    _ container: String, _ codec: String?, _ hasTransparency: Bool, _ encoder: String, _ format: PixelFormat,
    _ keepsAlpha: Bool
  ) throws {
    let settings = try VideoSettings(
      container: try #require(OutputFormat(rawValue: container)), codec: codec.map(VideoCodec.init(name:)),
      hasTransparency: hasTransparency)
    #expect(settings.codec.facts.encoder == encoder)
    #expect(settings.frameFormat == format)
    #expect(settings.keepsAlpha == keepsAlpha)
    let line = line(settings)
    #expect(line.contains("-c:v \(encoder) "))
    let layout = "-pixel_format \(format == .rgba8 ? "rgba" : "yuv420p -color_range tv") "
    #expect(line.contains(container == "gif" ? "-f ivf " : layout))
    if codec == nil, hasTransparency { #expect(settings.container.facts.keepsAlpha == keepsAlpha) }
  }

  @Test(
    "a container rejects codecs that it cannot hold",
    arguments: [
      ("webm", "h264"), ("gif", "h264"), ("mp4", "prores"), ("mov", "ffv1"), ("mkv", "gif"), ("mp4", "gif"),
      ("gif", "libx264rgb-made-up"), ("mov", "vp9"),
    ])
  func unsupported(_ container: String, _ codec: String) throws {
    let format = try #require(OutputFormat(rawValue: container))
    #expect(throws: MediaError.self) { try VideoSettings(container: format, codec: VideoCodec(name: codec)) }
  }

  @Test(
    "a reproducible video has a fixed number of encoder threads",
    arguments: [
      (OutputFormat.mp4, VideoCodec.h264, "-threads 4 "), (.mp4, .hevc, "pools=4:"),
      (.webm, .vp9, "-threads 4 "),
      (.avif, .av1, "-threads 4 "), (.mkv, .other("mpeg4"), "-threads 4 "),
    ])
  func reproducible(_ format: OutputFormat, _ codec: VideoCodec, _ words: String) throws {
    var settings = try VideoSettings(container: format, codec: codec)
    #expect(!line(settings).contains(words))
    settings.isReproducible = true
    #expect(line(settings).contains(words))
  }

  @Test("quality and preset are translated to the encoder's options")
  func quality() throws {
    #expect(
      line(try VideoSettings(container: .mp4)).contains("-c:v libx264 -preset veryfast -crf 18 -pix_fmt"))
    let slow = try VideoSettings(container: .mp4, quality: .value(20.5), preset: "slow")
    #expect(line(slow).contains("-c:v libx264 -preset slow -crf 20.5 -pix_fmt yuv420p"))
    #expect(line(try VideoSettings(container: .mp4, quality: .lossless)).contains("-preset veryfast -qp 0 "))
    let hevc = try VideoSettings(container: .mkv, codec: .hevc, quality: .lossless)
    #expect(line(hevc).contains("-x265-params log-level=error:lossless=1"))
    #expect(line(try VideoSettings(container: .webm)).contains("-crf 30 -b:v 0 -row-mt 1"))
    var gif = try VideoSettings(container: .gif, quality: .value(64))
    gif.dither = .bayer
    #expect(line(gif).contains("max_colors=64:"))
    #expect(line(gif).contains("dither=bayer:"))
    for (codec, quality) in [(VideoCodec.h264, 52.0), (.vp9, -1), (.prores, 3), (.other("x"), 3)] {
      #expect(throws: MediaError.self) {
        try VideoSettings(container: .mkv, codec: codec, quality: .value(quality))
      }
    }
    #expect(VideoQuality("23") == .value(23))
    #expect(VideoQuality("lossless") == .lossless)
    #expect(VideoQuality("nan") == nil)
    #expect(VideoQuality("good") == nil)
  }

  @Test("an error about a codec has the codec's name")
  func codecErrors() {
    let refused: [(OutputFormat, VideoQuality?, String?)] = [
      (.webm, nil, nil), (.mp4, .value(99), nil), (.mp4, nil, "quick"),
    ]
    for (codec, name) in [(VideoCodec.h264, "h264"), (.hevc, "hevc")] {
      for (container, quality, preset) in refused {
        let error = #expect(throws: MediaError.self) {
          try VideoSettings(container: container, codec: codec, quality: quality, preset: preset)
        }
        let words = error?.description ?? ""
        #expect(words.contains(name) && !words.contains("libx26"), "\(words)")
      }
    }
  }

  @Test("the arguments have the exact rate and the colour tags")
  func rateAndTags() throws {
    let line = line(try VideoSettings(container: .mp4))
    #expect(line.contains("-video_size 64x48 -framerate 30000/1001 "))
    #expect(line.contains("-xerror -abort_on empty_output+empty_output_stream"))
    let tags = "-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709"
    #expect(line.ranges(of: tags).count == 2)
    #expect(line.hasSuffix("-movflags +faststart -f mp4 file:o"))
  }

  @Test("the first pass of VP9 is a second output without a file")
  func analysis() throws {
    var settings = try VideoSettings(container: .webm)
    settings.pass = .first(stats: "s")
    let line = line(settings)
    #expect(line.contains("-xerror -abort_on empty_output -"))
    #expect(line.contains(" -f webm file:o -map 0:v -c:v libvpx-vp9 "))
    #expect(line.hasSuffix(" -f null -") && line.ranges(of: "-pass 1 -passlogfile s").count == 1)
    settings.pass = .second(stats: "s", bitRate: 5000)
    #expect(self.line(settings).contains("-b:v 5000 -pass 2 -passlogfile s"))
    #expect(self.line(settings).hasSuffix(" -f webm file:o"))
  }

  /// ffmpeg 4.4 has `-vsync` in place of `-fps_mode`, and 9 has `-fps_mode` alone; both refuse a rate beside it.
  @Test("videos use only options that every supported ffmpeg has", arguments: ["mp4", "webm", "gif"])
  func optionsOfAllVersions(container: String) throws {
    let settings = try VideoSettings(container: try #require(OutputFormat(rawValue: container)))
    let words = VideoArguments(settings: settings, shape: shape).all(to: .file("o"))
    #expect(Set(words).isDisjoint(with: ["-fps_mode", "-vsync", "-r"]))
    if container == "gif" { #expect(line(settings).contains(",settb=1001/30000,setpts=N,fps=30000/1001 ")) }
  }

  @Test("a stream is written without seeking")
  func stream() throws {
    let line = line(try VideoSettings(container: .mov), .stream)
    #expect(line.contains("-progress pipe:2"))
    #expect(line.hasSuffix("-movflags +frag_keyframe+delay_moov+default_base_moof -f mov pipe:1"))
    #expect(!line.contains("faststart"))
  }

  @Test("the user's arguments come last")
  func userArguments() throws {
    let words = ["-tune", "animation", "-metadata", #"title=a "b""#, #"c"d"#, "e f", ""]
    let settings = try VideoSettings(container: .mkv, extraArguments: words)
    let all = VideoArguments(settings: settings, shape: shape).all(to: .file("$(x)"))
    #expect(Array(all.suffix(10)) == words + ["-f", "matroska", "file:$(x)"])
  }

  @Test("the last block of ffmpeg's progress report sets the frame count")
  func progressReport() {
    let report = ProgressReport()
    #expect(report.frames == nil)
    for line in ["frame=12", "fps=3", "frame=60", "[libx264 @ 0x1] frame=61", "progress=end"] {
      report.read(line)
    }
    #expect(report.frames == 61)
    #expect(ProgressReport.isProgressLine("stream_0_0_q=-1.0"))
    #expect(!ProgressReport.isProgressLine("[libx264] profile=high"))
  }

  @Test("encoders are read from ffmpeg's list")
  func encoderList() {
    let list = "Encoders:\n V..... = Video\n ------\n V....D libx264   H.264 (codec h264)\n A....D aac  AAC\n"
    #expect(EncoderDiagnosis.names(in: list) == ["libx264"])
    #expect(diagnosis(["x", "Unknown encoder 'libfoo'"]).missingEncoder == "libfoo")
    #expect(diagnosis(["fine"]).missingEncoder == nil)
  }

  private func diagnosis(
    _ lines: [String], _ exitStatus: ChildProcess.ExitStatus = .exited(1)
  ) -> EncoderDiagnosis {
    EncoderDiagnosis(
      lines: lines, exitStatus: exitStatus, program: EncoderProgram(executable: "/nonexistent/ffmpeg"),
      arguments: ["-c:v", "h264_nvenc"])
  }

  /// Logs of ffmpeg 5.1, and their messages.
  @Test("the cause of a failure is read from the log")
  func cause() {
    func failure(_ lines: String..., exitStatus: ChildProcess.ExitStatus = .exited(1)) -> any Error {
      diagnosis(lines, exitStatus).error("exited with status 1", writing: "a.mp4")
    }
    let full = failure(
      "[mp4 @ 0x5]x", "av_interleaved_write_frame(): No space left on device", "Conversion failed!")
    #expect(full as? SystemError == .writeFailed(path: "a.mp4", reason: "No space left on device"))
    #expect(
      failure(exitStatus: .signaled(25)) as? SystemError
        == .writeFailed(path: "a.mp4", reason: "File too large"))
    let nvenc = failure("[h264_nvenc @ 0x55a46a0ae900] Cannot load libcuda.so.1", "Error initializing output")
    #expect(
      nvenc as? MediaError
        == .deviceMissing(encoder: "h264_nvenc", reason: "Cannot load libcuda.so.1"))
    #expect(
      nvenc.localizedDescription.contains(
        "a driver that this machine does not have (Cannot load libcuda.so.1); leave out codec"))
    #expect(
      failure("Unrecognized option 'tunee'.", "Error splitting the argument list: Option not found")
        as? MediaError
        == .invalidOption(
          .encoderArguments,
          problem: .rejected(program: "ffmpeg", reason: "Unrecognized option 'tunee'")))
    for option in ["fps_mode", "still-picture"] {
      #expect(
        failure("Unrecognized option '\(option)'.", "Error splitting the argument list: Option not found")
          as? SystemError
          == .programMissing(name: "ffmpeg", cause: .tooOld(minimum: "5.1")))
    }
    // Words of the system, of x264 and of the loader of libraries. A refusal precedes a bad option.
    for line in [
      "Error parsing options for output file a.mp4: Cannot allocate memory",
      "[AVFilterGraph @ 0x5] Cannot allocate memory", "pthread_create: Resource temporarily unavailable",
      "x264 [error]: malloc of size 99 failed", "libx265.so.199: failed to map segment from shared object",
    ] {
      guard case SystemError.refused(.programFailed(_, _, let log)) = failure(line) else {
        Issue.record("\(failure(line))")
        continue
      }
      #expect(log == [line])
    }
    #expect(
      diagnosis(["a", "[libx264 @ 0x5] Error setting preset x.", "Error 2"]).cause == "Error setting preset x"
    )
    #expect(diagnosis(["first", "last words"]).cause == "last words")
    #expect(diagnosis([]).cause == nil)
  }

  @Test("frames beyond ffmpeg's size limit are rejected")
  func frameLimit() {
    func make(_ width: Int, _ height: Int) throws {
      let shape = VideoShape(size: ImageSize(width: width, height: height), rateNumerator: 30)
      _ = try EncoderSink(.standardOutput, shape: shape, settings: VideoSettings(container: .mp4))
    }
    #expect(
      throws: MediaError.unsupported(format: "mp4", limit: .area(width: 16384, height: 16384))
    ) {
      try make(16384, 16384)
    }
    #expect(throws: Never.self) { try make(16000, 16000) }
    #expect(throws: Never.self) { try make(16384, 8192) }
  }

  @Test("a GIF stores its number of plays")
  func plays() throws {
    for (plays, loop) in [(0, "0"), (1, "-1"), (2, "1"), (7, "6")] {
      #expect(line(try VideoSettings(container: .gif, plays: plays)).contains("-loop \(loop) "))
    }
    #expect(throws: MediaError.self) { try VideoSettings(container: .gif, plays: 65_536) }
    // Pixels shared with the previous frame are omitted only if no frame can have gaps.
    #expect(!line(try VideoSettings(container: .gif)).contains("-gifflags"))
    #expect(
      line(try VideoSettings(container: .gif, hasTransparency: true))
        .contains("-gifflags -offsetting-transdiff "))
  }

  @Test(
    "the format follows the option or the extension",
    arguments: [
      ("a.mp4", nil, OutputFormat.mp4), ("A.MOV", nil, .mov), ("x/y.mkv", nil, .mkv), ("a.jpeg", nil, .jpg),
      ("a.b.webm", nil, .webm), ("frames/", nil, .pngSequence), ("f-%05d.png", nil, .pngSequence),
      ("100%%.png", nil, .png), ("a.png", nil, .png), ("-", "raw", .raw), ("-", "mp4", .mp4),
      ("frames", "png-sequence", .pngSequence), ("a.mp4", "gif", .gif), ("a.apng", nil, .apng),
    ])
  func formatChoice(_ path: String, _ name: String?, _ expected: OutputFormat) throws {
    #expect(try OutputFormat.resolve(path: path, format: name.map(OutputFormat.init(named:))) == expected)
  }

  @Test("10-bit video defaults to HEVC or, in WebM and AVIF, to AV1")
  func tenBitCodec() {
    let codecs: [(OutputFormat, VideoCodec)] = [
      (.mp4, .hevc), (.mov, .hevc), (.mkv, .hevc), (.webm, .av1), (.avif, .av1),
    ]
    for (format, codec) in codecs {
      #expect(format.facts.tenBitCodec == codec && format.facts.holdsTenBits, "\(format)")
    }
    for format in [OutputFormat.gif, .webp, .flac] {
      #expect(format.facts.tenBitCodec == nil && !format.facts.holdsTenBits, "\(format)")
    }
    #expect(OutputFormat.y4m.facts.holdsTenBits)
  }

  @Test("files of MPEG-4, QuickTime and Matroska have a creation time")
  func creationTimes() {
    let formats = OutputFormat.names(\.holdsCreationTime)
    #expect(Set(formats).isSuperset(of: ["mp4", "mov", "mkv", "webm", "m4a"]))
    #expect(Set(formats).isDisjoint(with: ["gif", "png", "wav", "flac", "mp3", "opus"]))
  }

  @Test("each format has one writer", arguments: OutputFormat.allCases)
  func writers(format: OutputFormat) throws {
    let facts = format.facts
    let writers = [facts.sink != nil, format.needsEncoder, facts.isSound].filter { $0 }
    #expect(writers.count == 1 && !facts.summary.isEmpty)
    #expect(try OutputFormat(named: format.rawValue) == format)
    for name in format.extensions {
      #expect(try OutputFormat.resolve(path: "a." + name, format: nil) == format)
    }
  }

  @Test(
    "an unknown format is rejected",
    arguments: [
      ("-", nil), ("-", "png-sequence"), ("a.txt", nil), ("noextension", nil), ("a.mp4", "xyz"),
    ])
  func unknownFormat(_ path: String, _ name: String?) {
    #expect(throws: MediaError.self) {
      try OutputFormat.resolve(path: path, format: name.map(OutputFormat.init(named:)))
    }
  }
}
