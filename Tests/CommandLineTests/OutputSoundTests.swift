import Foundation
import SegueFilms
import TestSupport
import Testing

extension ToolTests {
  /// The sound of a film in every kind of output: in sync with its pictures, and its share of a limited size.
  @Suite("Sound in every output", .needs("ffmpeg", "ffprobe")) struct OutputSound: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// A clip of 1.6 s, with a flash and a beep at 1 s.
    private func makeClip(
      _ name: String = "clip.mov", picture: String? = nil, sound: String? = nil
    ) async throws {
      let flash = picture ?? "color=c=black:s=64x48:r=25:d=1.6,drawbox=c=white:t=fill:enable='eq(n,25)'"
      let beep = sound ?? "if(between(t,1,1.04),0.8*sin(2*PI*1000*t),0)"
      let words = [
        "-f", "lavfi", "-i", flash, "-f", "lavfi", "-i", "aevalsrc='\(beep)':s=48000:d=1.6", "-pix_fmt",
        "yuv420p", "-c:v", "libx264", "-g", "5", "-c:a", "pcm_s16le",
      ]
      try await FFmpeg.make(name, words, in: place)
    }

    /// The times of the first white picture and the first loud sample on the container's clock, in seconds.
    private func times(_ name: String) async throws -> (flash: Double, beep: Double) {
      let raw = try await FFmpeg.run(
        [
          "-copyts", "-i", name, "-map", "0:v", "-vf",
          "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=levels", "-f", "null", "/dev/null",
          "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1",
        ], in: place.path)
      let words = try #require(place.text("levels")).split(whereSeparator: \.isWhitespace)
      var (time, flash): (Double?, Double?)
      for word in words where flash == nil {
        let value = Double(word.drop { $0 != ":" && $0 != "=" }.dropFirst())
        if word.hasPrefix("pts_time:") { time = value }
        if word.hasPrefix("lavfi."), (value ?? 0) > 128 { flash = time }
      }
      let start = try await Program("ffprobe").output([
        "-v", "error", "-select_streams", "a", "-read_intervals", "%+#3", "-show_entries", "frame=pts_time",
        "-of", "csv=p=0", place.file(name),
      ])
      let onset = raw.withUnsafeBytes { raw in
        stride(from: 0, to: raw.count, by: 4).first {
          abs(raw.loadUnaligned(fromByteOffset: $0, as: Float.self)) > 0.2
        }
      }
      let first = try #require(
        Double(String(decoding: start, as: UTF8.self).prefix { !$0.isNewline && $0 != "," }))
      return (try #require(flash), first + Double(try #require(onset)) / 4 / 48_000)
    }

    @Test(
      "a flash and a beep are in sync in files, streams, chunks and copies",
      arguments: ["mp4", "mov", "mkv", "webm"])
    func inStep(format: String) async throws {
      try await makeClip()
      for (options, isStream) in Self.ways(format) {
        let name = (isStream ? "streamed." : "film.") + format
        let output = isStream ? ["-o", "-", "--format", format] : ["-y", "-o", name]
        let made = try await tool.run(["join", "clip.mov"] + output + options)
        #expect(made.code == 0, "\(made.messages)")
        if isStream { try place.write(made.output, to: name) }
        let (flash, beep) = try await times(name)
        // Opus is late by 6.5 ms, for which ffmpeg's muxer does not compensate.
        let tolerance = format == "webm" ? 0.009 : 0.003
        #expect(abs(flash - beep) < tolerance, "\(name) \(options): \(flash) s and \(beep) s")
        #expect(abs(flash - 1) < 0.01, "\(name) \(options): \(flash) s")
      }
    }

    /// The options of a film and whether it is streamed: in the usual tier each of them and each format once.
    private static func ways(_ format: String) -> [(options: [String], isStream: Bool)] {
      let plain: [String] = []
      let chunks = ["--chunks", "kept"]
      let copy = ["--copy"]
      if Tier.current == .full {
        let all: [[String]] = format == "webm" ? [plain, chunks] : [plain, chunks, copy]
        return all.map { (options: $0, isStream: false) } + all.map { (options: $0, isStream: true) }
      }
      switch format {
      case "mp4": return [(copy, true)]
      case "mov": return [(plain, false)]
      case "mkv": return [(chunks, false)]
      default: return [(plain, true)]
      }
    }

    @Test(
      "a flash and a beep are in sync in memory",
      arguments: cases([OutputFormat.mp4], full: [.mov]))
    func inMemory(format: OutputFormat) async throws {
      try await makeClip()
      let film = FilmRequest(items: [FilmItem(FilmClip(.file(path: place.file("clip.mov"))))])
      let name = "film.\(format.rawValue)"
      try place.write(try await FilmJob.file(of: film, as: format).bytes, to: name)
      let (flash, beep) = try await times(name)
      #expect(abs(flash - beep) < 0.003 && abs(flash - 1) < 0.01, "\(flash) s and \(beep) s")
    }

    @Test(
      "--max-size lowers the sound's bit rate unless the rate is set",
      arguments: cases(["mp4"], full: ["webm"]))
    func share(format: String) async throws {
      // An encoder reaches any bit rate with noise, so few attempts are needed.
      let noise = "nullsrc=s=64x48:r=25:d=1.6,geq=lum='random(1)*255':cb=128:cr=128,gblur=2"
      try await makeClip(picture: noise, sound: "0.5*(random(0)-0.5)")
      // The sound alone would have 38 kB, or 32 kB as Opus.
      let limited = ["join", "clip.mov", "-y", "-o", "film." + format, "--max-size", "20kB", "--json"]
      let made = try await tool.run(limited)
      #expect(made.code == 0, "\(made.messages)")
      #expect(try #require(place.bytes("film." + format)).count <= 20_000)
      let usual = format == "mp4" ? 192 : 160
      let warnings = made.report["warnings"] as? [String] ?? []
      #expect(
        warnings.contains("to stay within --max-size, sound gets 48 kbit/s instead of \(usual)"),
        "\(warnings)")
      guard Tier.current == .full else { return }
      let kept = try await tool.run(limited + ["--audio-bitrate", "64k"])
      #expect(kept.code == 0, "\(kept.messages)")
      #expect((kept.report["warnings"] as? [String])?.contains { $0.contains("sound gets") } == false)
    }

    @Test("a bare number is a volume only if it is negative")
    func volume() async throws {
      try await makeClip()
      let words = ["join", "clip.mov", "--music", "clip.mov", "--plan", "--music-volume"]
      for volume in ["0.5", "6", "0"] {
        let outcome = try await tool.run(words + [volume])
        #expect(outcome.code == 64 && outcome.messages.contains("\"50%\""), "\(outcome.messages)")
        #expect(try await tool.run(["join", "clip.mov,volume=" + volume, "--plan"]).code == 64)
      }
      for volume in ["-6", "-6dB", "6dB", "50%"] { _ = try #require(try await place.plan(words + [volume])) }
    }
  }
}
