import Foundation
import Segue
import Synchronization
import TestSupport
import Testing

@testable import SegueRun

/// Frames in the renderer's memory, and pictures that a program encodes.
@Suite("Frames on request") struct ClosureSinkTests {
  private let size = ImageSize(width: 6, height: 4)

  private func picture(_ color: RGBAColor) throws -> Snapshot {
    let pixel = [color.red, color.green, color.blue, color.alpha]
    return try Snapshot(
      width: size.width, height: size.height, rgba: (0..<size.area).flatMap { _ in pixel })
  }

  private func renderer() throws -> FrameRenderer {
    var drawing = DrawingOptions()
    drawing.backend = .cpu
    return try FrameRenderer(size: size, drawing: drawing)
  }

  /// Ten frames between black and white, as taken.
  private func taken(as layout: FrameLayout) async throws -> [[UInt8]] {
    let (black, white) = (try picture(.black), try picture(.white))
    let frames = Mutex<[[UInt8]]>([])
    let report = try await renderer().draw(
      10, as: layout,
      take: { index, bytes in
        frames.withLock { frames in
          #expect(index == frames.count)
          frames.append(Array(bytes))
        }
      },
      frame: {
        FrameRequest(
          .mix(.snapshot(.from), .snapshot(.to), amount: Double($0) / 9), outgoing: black, incoming: white)
      })
    #expect(report.frameCount == 10)
    return frames.withLock { $0 }
  }

  @Test("a time limit ends the drawing with an error")
  func timeLimit() async throws {
    let black = try picture(.black)
    var renderer = try renderer()
    renderer.drawing.timeLimit = .milliseconds(100)
    let frame: @Sendable (Int) throws -> FrameRequest = { _ in
      FrameRequest(.snapshot(.from), outgoing: black, incoming: black)
    }
    let taken = await #expect(throws: SegueError.self) {
      try await renderer.draw(1_000_000, take: { _, _ in }, frame: frame)
    }
    #expect(taken == SegueError(RenderError.timedOut(after: .milliseconds(100))))
    let written = await #expect(throws: SegueError.self) {
      try await renderer.bytes(1_000_000, as: .raw, frame: frame)
    }
    #expect(written == SegueError(RenderError.timedOut(after: .milliseconds(100))))
  }

  @Test("frames are delivered in order")
  func pixels() async throws {
    let frames = try await taken(as: .rgba)
    #expect(frames.map(\.count) == Array(repeating: 6 * 4 * 4, count: 10))
    for (index, frame) in frames.enumerated() {
      #expect(abs(Double(frame[0]) - 255 * Double(index) / 9) <= 0.5 && frame[3] == 255)
    }
  }

  @Test("delivered planes have limited-range values")
  func planes() async throws {
    let frames = try await taken(as: .yuv420)
    let chroma = [UInt8](repeating: 128, count: 12)
    #expect(frames.first == [UInt8](repeating: 16, count: 24) + chroma)
    #expect(frames.last == [UInt8](repeating: 235, count: 24) + chroma)
    let odd = try FrameRenderer(size: ImageSize(width: 3, height: 4))
    await #expect(throws: SegueError.self) {
      try await odd.draw(1, as: .yuv420, take: { _, _ in }, frame: { _ in throw CancellationError() })
    }
  }

  @Test("an error thrown by the caller's closure is rethrown")
  func errors() async throws {
    struct Enough: Error {}
    let picture = try picture(.white)
    let count = Atomic<Int>(0)
    await #expect(throws: Enough.self) {
      try await renderer().draw(
        1_000_000, take: { _, _ in if count.add(1, ordering: .relaxed).newValue == 3 { throw Enough() } },
        frame: { _ in FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture) })
    }
    #expect(count.load(ordering: .relaxed) == 3)
    await #expect(throws: SegueError(UsageError.noFrames)) {
      try await renderer().draw(
        0, take: { _, _ in },
        frame: { _ in FrameRequest(.color(.black), outgoing: picture, incoming: picture) })
    }
  }

  @Test("an encoded JPEG is composited over the background")
  func encoded() async throws {
    let half = try picture(RGBAColor(red: 200, green: 100, blue: 0, alpha: 128))
    let png = try await half.encoded(as: .png)
    #expect(try await ImageDecoder().decode(bytes: png, name: "png").snapshot.rgba == half.rgba)
    func jpeg(_ background: RGBAColor?) async throws -> RGBAColor {
      var drawing = DrawingOptions()
      drawing.background = background
      let bytes = try await half.encoded(as: .jpg, drawing: drawing)
      return try await ImageDecoder().decode(bytes: bytes, name: "jpg").snapshot[2, 2]
    }
    let (black, white) = (try await jpeg(nil), try await jpeg(.white))
    // 200 · 128/255 is 100, plus 127 over white; JPEG is a few off.
    #expect(abs(Int(black.red) - 100) < 6 && abs(Int(black.green) - 50) < 6, "\(black)")
    #expect(abs(Int(white.red) - 227) < 6 && abs(Int(white.blue) - 127) < 6, "\(white)")
    await #expect(throws: SegueError.self) { try await half.encoded(as: .pngSequence) }
  }
}
