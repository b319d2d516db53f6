import Foundation
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions
import TestSupport
import Testing

extension ToolTests {
  /// The frames of every format that keeps alpha, for every built-in, decoded by ffmpeg and compared with the frames
  /// of a PNG sequence.
  @Suite("Frames of formats that keep alpha", .needs("ffmpeg")) struct AnimationFrames: ToolSuite {
    static let size = ImageSize(width: 48, height: 32)
    static let frameBytes = size.area * 4
    static let frameCount = 5
    static let names =
      Tier.current == .full
      ? Catalogue.builtIn.transitions.map(\.name)
      : ["dissolve", "slide", "iris", "luma", "pin-rotate", "fade-through"]

    let tool: Tool

    init() throws {
      tool = try Tool()
      // Smooth, so that 256 colours suffice.
      let colors: [(Int, Int) -> RGBAColor] = [
        { x, y in RGBAColor(red: UInt8(x * 5), green: UInt8(y * 7), blue: 60) },
        { x, y in RGBAColor(red: 40, green: UInt8(200 - y * 5), blue: UInt8(x * 4)) },
      ]
      // A disc with a soft edge, and a window in a corner.
      let alphas: [(Int, Int) -> UInt8] = [
        { x, y in
          let distance = ((Double(x) - 24) * (Double(x) - 24) + (Double(y) - 16) * (Double(y) - 16))
            .squareRoot()
          return UInt8(min(max((15 - distance) * 60, 0), 255))
        },
        { x, y in x < 20 && y < 16 ? 0 : 255 },
      ]
      for (name, color, alpha) in [("a", colors[0], alphas[0]), ("b", colors[1], alphas[1])] {
        try place.write(Self.picture(color) { _, _ in 255 }, to: name + "-opaque.png")
        try place.write(Self.picture(color, alpha), to: name + "-clear.png")
      }
    }

    private static func picture(_ color: (Int, Int) -> RGBAColor, _ alpha: (Int, Int) -> UInt8) -> Snapshot {
      Snapshot(width: size.width, height: size.height) { x, y in
        var color = color(x, y)
        color.alpha = alpha(x, y)
        return color
      }
    }

    @Test(
      "animations have the frames of an image sequence",
      arguments: cases(
        [("dissolve", "opaque")],
        full: [
          ("slide", "clear"), ("dissolve", "clear"), ("slide", "opaque"), ("pin-rotate", "opaque"),
          ("pin-rotate", "clear"),
          ("fade-through", "opaque"), ("fade-through", "clear"),
        ]))
    func equalFrames(name: String, kind: String) async throws {
      try await render(name, kind, "f/", [])
      var expected: [[UInt8]] = []
      for picture in place.names(in: "f") {
        expected.append(try await ImageDecoder().decode(path: place.file("f/" + picture)).snapshot.rgba)
      }
      try #require(expected.count == Self.frameCount)
      if kind == "opaque" { #expect(expected.allSatisfy { Self.alphas($0).allSatisfy { $0 == 255 } }) }
      let apng = try await frames(name, kind, "o.apng", decodedBy: ["-i", "o.apng"])
      #expect(apng == expected, "apng")
      try await render(name, kind, "o.webp", ["--quality", "lossless"])
      #expect(try await webPFrames().map(Self.visible) == expected.map(Self.visible), "webp")
      // The other formats have the frames of every built-in below.
      guard Tier.current == .full else { return }
      try await render(name, kind, "o.gif", [])
      try check(try await gifFrames(), expected.map(Self.solid), "gif", alphaError: 0, largest: 70, mean: 9)
      let prores = try await frames(
        name, kind, "o.mov", "--codec", "prores", decodedBy: ["-i", "o.mov", "-sws_flags", "accurate_rnd"])
      try check(prores, expected, "prores", alphaError: 3, largest: 24, mean: 3)
      try await render(name, kind, "o.webm", ["--quality", "lossless"])
      try check(
        try await webMFrames(hasAlpha: kind == "clear").map(Self.gray), expected.map(Self.gray), "webm",
        alphaError: 3, largest: 90,
        mean: 5)
    }

    /// The sinks get the frames of all built-ins in one run after another: from opaque pictures to pictures
    /// with gaps, and back.
    @Test(
      "each animation format preserves every built-in's frames", arguments: cases(["clear"], full: ["opaque"])
    )
    func builtInFrames(kind: String) async throws {
      var expected: [[UInt8]] = []
      let jobs = Self.names.map { name in
        let mask = name == "luma" ? #", "param": {"mask": "a-opaque.png"}"# : ""
        return
          #"{"from": "a-\#(kind).png", "to": "b-\#(kind).png", "transition": "\#(name)", "duration": 0.2, "#
          + #""fps": 20, "format": "raw", "output": "\#(name).raw"\#(mask)}"#
      }
      try place.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      try #require(outcome.code == 0, "\(outcome.messages)")
      for name in Self.names {
        expected += try #require(place.bytes(name + ".raw")).frames(of: Self.frameBytes)
      }
      try #require(expected.count == Self.names.count * Self.frameCount)
      let (shape, count, frames) = (
        VideoShape(size: Self.size, rateNumerator: 20), expected.count, expected
      )
      let hasAlpha = kind == "clear"
      func write(_ sink: any FrameSink) async throws { try await Self.write(frames, to: sink) }
      func file(_ name: String) -> OutputDestination { .file(path: place.file(name), overwrite: true) }

      try await write(
        AnimationSink(file("o.apng"), encoder: APNGAnimation(shape: shape, count: count, hasAlpha: hasAlpha)))
      #expect(try await decode(["-i", "o.apng"]) == expected, "apng")
      try await write(
        AnimationSink(
          file("o.webp"), encoder: WebPAnimation(shape: shape, compression: .lossless, hasAlpha: hasAlpha)))
      #expect(try await webPFrames().map(Self.visible) == expected.map(Self.visible), "webp")
      try await write(
        EncoderSink(
          file("o.gif"), shape: shape, settings: VideoSettings(container: .gif, hasTransparency: hasAlpha)))
      // All built-ins share one palette.
      try check(try await gifFrames(), expected.map(Self.solid), "gif", alphaError: 0, largest: 90, mean: 14)
      try await write(
        EncoderSink(file("o.mov"), shape: shape, settings: VideoSettings(container: .mov, codec: .prores)))
      try check(
        try await decode(["-i", "o.mov", "-sws_flags", "accurate_rnd"]), expected, "prores", alphaError: 3,
        largest: 24, mean: 3)
      let webM = try EncoderSink(
        file("o.webm"), shape: shape,
        settings: VideoSettings(container: .webm, quality: .lossless, hasTransparency: hasAlpha))
      // Without alpha the encoder gets planes.
      try await Self.write(
        hasAlpha ? expected : expected.map(Self.planes), format: hasAlpha ? .rgba8 : .yuv420p, to: webM)
      try check(
        try await webMFrames(hasAlpha: hasAlpha).map(Self.gray), expected.map(Self.gray), "webm",
        alphaError: hasAlpha ? 3 : 0, largest: 90, mean: 5)
    }

    /// Converts RGBA pixels to 4:2:0 planes.
    private static func planes(_ pixels: [UInt8]) -> [UInt8] {
      func color(_ x: Int, _ y: Int) -> RGBAColor {
        let place = (y * size.width + x) * 4
        return RGBAColor(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
      }
      let places = (0..<size.height).flatMap { y in (0..<size.width).map { (x: $0, y: y) } }
      let chroma = places.filter { $0.x % 2 == 0 && $0.y % 2 == 0 }.map { x, y in
        PixelArithmetic.chroma(color(x, y), color(x + 1, y), color(x, y + 1), color(x + 1, y + 1))
      }
      return places.map { PixelArithmetic.luma(color($0.x, $0.y)) } + chroma.map(\.cb) + chroma.map(\.cr)
    }

    private static func write(
      _ frames: [[UInt8]], format: PixelFormat = .rgba8, to sink: any FrameSink
    ) async throws {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        DispatchQueue(label: "sink").async {
          continuation.resume(
            with: Result {
              defer { sink.abort() }
              try sink.open()
              for (index, bytes) in frames.enumerated() { try sink.write(frame(bytes, format), index: index) }
              _ = try sink.complete()
              try sink.commit()
            })
        }
      }
    }

    private static func frame(_ bytes: [UInt8], _ format: PixelFormat) -> VideoFrame {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
      memory.copyBytes(from: bytes)
      nonisolated(unsafe) let owned = memory
      return VideoFrame(size: size, format: format, bytes: UnsafeRawBufferPointer(memory)) {
        owned.deallocate()
      }
    }

    private func gifFrames() async throws -> [[UInt8]] {
      try await decode(["-i", "o.gif", "-fps_mode", "cfr", "-r", "20"])
    }

    /// Decodes WebM with libvpx, since ffmpeg's own VP9 decoder ignores alpha.
    private func webMFrames(hasAlpha: Bool) async throws -> [[UInt8]] {
      try await decode((hasAlpha ? ["-c:v", "libvpx-vp9"] : []) + ["-i", "o.webm"])
    }

    /// Compares the alpha of all pixels and the colours of opaque pixels, in steps of 255.
    private func check(
      _ frames: [[UInt8]], _ expected: [[UInt8]], _ format: Comment, alphaError: Int, largest: Int,
      mean: Double,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      // Decoders repeat the frame of a hold at the end a varying number of times.
      var frames = frames
      while let last = frames.last, frames.count < expected.count { frames.append(last) }
      try #require(frames.count == expected.count, format, sourceLocation: location)
      for (frame, want) in zip(frames, expected) {
        let alpha = zip(Self.alphas(frame), Self.alphas(want)).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(alpha <= alphaError, format, sourceLocation: location)
        var (sum, count, worst) = (0, 0, 0)
        for pixel in stride(from: 0, to: want.count, by: 4) where want[pixel + 3] == 255 {
          for channel in pixel..<pixel + 3 {
            let error = abs(Int(frame[channel]) - Int(want[channel]))
            (sum, count, worst) = (sum + error, count + 1, max(worst, error))
          }
        }
        #expect(worst <= largest, format, sourceLocation: location)
        #expect(Double(sum) <= mean * Double(max(count, 1)), format, sourceLocation: location)
      }
    }

    private static func alphas(_ frame: [UInt8]) -> [UInt8] {
      stride(from: 3, to: frame.count, by: 4).map { frame[$0] }
    }

    /// The frame with colourless transparent pixels.
    private static func visible(_ frame: [UInt8]) -> [UInt8] {
      var frame = frame
      for pixel in stride(from: 0, to: frame.count, by: 4) where frame[pixel + 3] == 0 {
        for channel in pixel..<pixel + 3 { frame[channel] = 0 }
      }
      return frame
    }

    /// The luminance of a frame as greys: 4:2:0 keeps luminance per pixel, but colour for four pixels.
    private static func gray(_ frame: [UInt8]) -> [UInt8] {
      var frame = frame
      for pixel in stride(from: 0, to: frame.count, by: 4) {
        let luminance =
          0.2126 * Double(frame[pixel]) + 0.7152 * Double(frame[pixel + 1]) + 0.0722
          * Double(frame[pixel + 2])
        for channel in pixel..<pixel + 3 { frame[channel] = UInt8(luminance.rounded()) }
      }
      return frame
    }

    /// A frame as a GIF can hold it: pixels are opaque from half alpha on, otherwise transparent.
    private static func solid(_ frame: [UInt8]) -> [UInt8] {
      var frame = frame
      for alpha in stride(from: 3, to: frame.count, by: 4) { frame[alpha] = frame[alpha] < 128 ? 0 : 255 }
      return frame
    }

    private func render(_ name: String, _ kind: String, _ output: String, _ arguments: [String]) async throws
    {
      let outcome = try await tool.run(
        ["a-\(kind).png", "b-\(kind).png", "-t", name, "-d", "0.2", "-r", "20", "-y", "-o", output]
          + arguments)
      try #require(outcome.code == 0, "\(outcome.messages)")
    }

    /// The frames of an output, decoded by ffmpeg.
    private func frames(
      _ name: String, _ kind: String, _ output: String, _ arguments: String..., decodedBy input: [String]
    ) async throws -> [[UInt8]] {
      try await render(name, kind, output, arguments)
      return try await decode(input)
    }

    private func decode(_ input: [String]) async throws -> [[UInt8]] {
      try await FFmpeg.decode(input, as: "rgba", in: place.path).frames(of: Self.frameBytes)
    }

    /// The frames of an animated WebP: each chunk is decoded by ffmpeg as a still picture and composited onto the
    /// canvas.
    ///
    /// **Source:** the WebP container specification, "Animation" and "Assembling the canvas from frames".
    private func webPFrames() async throws -> [[UInt8]] {
      var canvas = [UInt8](repeating: 0, count: Self.frameBytes)
      var shown: [[UInt8]] = []
      let parts = WebPPart.all(in: try #require(place.bytes("o.webp")))
      var (inputs, outputs): ([String], [String]) = ([], [])
      for (index, part) in parts.enumerated() {
        try place.write(part.still, to: "part\(index).webp")
        inputs += ["-i", "part\(index).webp"]
        outputs += ["-map", "\(index)", "-f", "rawvideo", "-pix_fmt", "rgba", "part\(index).raw"]
      }
      try await FFmpeg.run(inputs + outputs, in: place.path)
      for (index, part) in parts.enumerated() {
        let pixels = try #require(place.bytes("part\(index).raw"))
        try #require(pixels.count == part.width * part.height * 4)
        part.draw(pixels, onto: &canvas, width: Self.size.width)
        for _ in 0..<max(1, (part.milliseconds + 25) / 50) { shown.append(canvas) }
        if part.isCleared {
          part.draw(
            [UInt8](repeating: 0, count: pixels.count), onto: &canvas, width: Self.size.width, blends: false)
        }
      }
      return shown
    }

    @Test("only a GIF with half-transparent pixels causes a warning about them")
    func halfTransparency() async throws {
      func messages(_ arguments: String...) async throws -> String {
        try await tool.run(arguments + ["-t", "dissolve", "-d", "0.2", "-r", "20", "-y"]).messages
      }
      let word = "half-transparent pixels"
      #expect(try await messages("a-clear.png", "b-clear.png", "-o", "o.gif").contains(word))
      #expect(try await !messages("a-opaque.png", "b-opaque.png", "-o", "o.gif").contains(word))
      #expect(try await !messages("a-clear.png", "b-clear.png", "-o", "o.apng").contains(word))
      #expect(
        try await !messages("a-clear.png", "b-clear.png", "-o", "o.gif", "--background", "#ffffff").contains(
          word))
    }

    @Test("a GIF with transparent gaps has equal bytes on standard output and in a file")
    func streamedGIF() async throws {
      let arguments = ["a-clear.png", "b-clear.png", "-t", "slide", "-d", "0.2", "-r", "20"]
      #expect(try await tool.run(arguments + ["-o", "o.gif"]).code == 0)
      let streamed = try await tool.run(arguments + ["-o", "-", "--format", "gif"])
      #expect(streamed.output == place.bytes("o.gif"))
      guard Tier.current == .full else { return }
      let piped = try await tool.run(
        arguments + ["-o", "-", "--format", "gif"], shell: "\"$@\" | cat; exit ${PIPESTATUS[0]}")
      #expect(piped.code == 0 && piped.output == streamed.output)
      place.expect(
        try await tool.run(arguments + ["-o", "/dev/full", "--format", "gif", "-y"]), code: 74,
        saying: "writing /dev/full failed: No space left on device",
        leaving: ["a-clear.png", "a-opaque.png", "b-clear.png", "b-opaque.png", "o.gif"])
    }
  }
}
