import SegueImaging
import Testing

@testable import SegueMedia

/// The filters and arguments of each codec, between the inputs and the container.
@Suite("Arguments of codecs") struct CodecArgumentTests {
  private static let tags =
    "-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -chroma_sample_location center"
  private static let frameTags =
    "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
  private static let pqTags =
    "-color_range tv -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 -chroma_sample_location center"

  private static func planes(_ range: String) -> String {
    "scale=out_color_matrix=bt709:out_range=\(range):flags=accurate_rnd+full_chroma_int+full_chroma_inp"
  }

  private func line(
    _ container: OutputFormat, _ codec: VideoCodec? = nil, hasTransparency: Bool = false,
    color: FrameColor = FrameColor(), _ set: (inout VideoSettings) -> Void = { _ in }
  ) throws -> String {
    var settings = try VideoSettings(
      container: container, codec: codec, hasTransparency: hasTransparency, color: color)
    set(&settings)
    let shape = VideoShape(size: ImageSize(width: 64, height: 48), rateNumerator: 25)
    let words = VideoArguments(settings: settings, shape: shape).all(to: .file("o"))
    return words.drop { $0 != "-an" }.dropFirst().prefix { $0 != "-fflags" }.joined(separator: " ")
  }

  @Test("VP9 has a second stream for alpha")
  func vp9() throws {
    let speed = "-c:v libvpx-vp9 -crf 30 -b:v 0 -row-mt 1 -deadline good -cpu-used 4"
    #expect(try line(.webm) == "\(speed) -pix_fmt yuv420p \(Self.tags)")
    #expect(
      try line(.webm, hasTransparency: true) == """
        -vf \(Self.planes("tv")),format=yuva420p \(speed) -pix_fmt yuva420p -auto-alt-ref 0 \(Self.tags)
        """)
  }

  @Test("ProRes uses profile 4444 with alpha and 422 HQ otherwise")
  func proRes() throws {
    #expect(
      try line(.mov, .prores) == """
        -vf \(Self.planes("tv")),format=yuva444p10le,\(Self.frameTags) -c:v prores_ks -profile:v 4444 \
        -pix_fmt yuva444p10le -alpha_bits 16 \(Self.tags)
        """)
    #expect(
      try line(.mov, .prores) { $0.keepsOpaqueAlpha = false } == """
        -vf scale=flags=bicubic+accurate_rnd+full_chroma_int,format=yuv422p10le,\(Self.frameTags) \
        -c:v prores_ks -profile:v hq -pix_fmt yuv422p10le \(Self.tags)
        """)
  }

  @Test("FFV1 stores RGB with alpha and YUV planes otherwise")
  func ffv1() throws {
    let name = "-c:v ffv1 -level 3 -coder 1 -g 1 -slices 16"
    #expect(try line(.mkv, .ffv1) == "-vf format=bgra \(name)")
    #expect(
      try line(.mkv, .ffv1) { $0.keepsOpaqueAlpha = false } == "\(name) -pix_fmt yuv420p \(Self.tags)")
  }

  @Test("AV1 video is encoded by SVT-AV1 and an AVIF still by libaom")
  func av1() throws {
    #expect(
      try line(.webm, .av1) == "-c:v libsvtav1 -preset 8 -crf 30 -pix_fmt yuv420p \(Self.tags)")
    #expect(
      try line(.avif) == """
        -vf \(Self.planes("pc")),format=yuv444p -c:v libaom-av1 -still-picture 1 -cpu-used 6 -crf 20 \
        -color_range pc -colorspace bt709 -color_primaries bt709 -color_trc iec61966-2-1
        """)
  }

  @Test("an unknown encoder gets only the colour tags")
  func unknown() throws {
    #expect(try line(.mkv, .other("h264_nvenc")) == "-c:v h264_nvenc \(Self.tags)")
  }

  /// SMPTE ST 2086 counts chromaticities in 1/50000 and luminance in 1/10000 cd/m².
  @Test("PQ video states its light levels in the encoder's terms")
  func light() throws {
    var levels = LightLevels()
    levels.chromaticities = [0.265, 0.69, 0.15, 0.06, 0.68, 0.32, 0.3127, 0.329]
    levels.luminance = [1000, 0.0001]
    levels.content = [1000, 400]
    let steps = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
    let units = "G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(1000.0,0.0001)"
    func pq(_ codec: VideoCodec) throws -> String {
      try line(.mkv, codec, color: FrameColor(.pq, .ten)) { $0.light = levels }
    }
    let stored = "-pix_fmt yuv420p10le \(Self.pqTags)"
    #expect(
      try pq(.h264) == """
        -c:v libx264 -preset veryfast -crf 18 -profile:v high10 \
        -x264-params mastering-display=\(steps):cll=1000,400 \(stored)
        """)
    #expect(
      try pq(.hevc) == """
        -c:v libx265 -preset veryfast -crf 22 -profile:v main10 \
        -x265-params log-level=error:hdr10=1:master-display=\(steps):max-cll=1000,400 \(stored)
        """)
    #expect(
      try pq(.av1) == """
        -c:v libsvtav1 -preset 8 -crf 30 -svtav1-params mastering-display=\(units):content-light=1000,400 \
        \(stored)
        """)
  }

  @Test("each encoder has its own options for two passes")
  func passes() throws {
    func pass(_ codec: VideoCodec, _ pass: EncodingPass) throws -> String {
      try line(.mkv, codec) { $0.pass = pass }
    }
    let (first, second) = (
      EncodingPass.first(stats: "/s:1"), EncodingPass.second(stats: "/s:1", bitRate: 500_000)
    )
    let stored = "-pix_fmt yuv420p \(Self.tags)"
    #expect(
      try pass(.h264, first) == """
        -c:v libx264 -preset veryfast -crf 18 -pass 1 -passlogfile /s:1 -fastfirstpass 0 \(stored)
        """)
    #expect(
      try pass(.h264, second)
        == "-c:v libx264 -preset veryfast -b:v 500000 -pass 2 -passlogfile /s:1 \(stored)")
    #expect(
      try pass(.hevc, first).contains(#"-x265-params log-level=error:pass=1:slow-firstpass=1:stats=/s\:1 "#))
    #expect(
      try pass(.vp9, second) == """
        -c:v libvpx-vp9 -b:v 500000 -pass 2 -passlogfile /s:1 -row-mt 1 -deadline good -cpu-used 4 \(stored)
        """)
  }
}
