import Glibc
import SegueCPU
import SegueFields
import SegueImaging
import SegueRendering

/// The GPU frames that are compared with the CPU renderer's before they are used.
public enum FrameVerification: String, Sendable, Hashable, CaseIterable {
  /// The first frame of each plan shape: the kinds of its nodes and their connections, without their numbers.
  case first
  /// Every frame. The CPU renderer then draws each frame again.
  case all
  /// No frame: the GPU's pixels are used unchecked.
  case none
}

/// A GPU renderer whose frames are compared, byte for byte, with those of the CPU renderer. Frames with
/// a user's shader depend on the driver and are not compared.
///
/// **Thread-safety:** as `Renderer`.
final class VerifyingRenderer: Renderer {
  private let renderer: any Renderer
  private let verification: FrameVerification
  private let makeReference: () -> CPURenderer
  private let onDifference: () -> Void
  private var reference: CPURenderer?
  private var knownShapes: Set<String> = []
  /// The submitted frames: the plan if the frame will be compared, else `nil`.
  private var inFlight: [Plan?] = []

  /// Compares the frames of `renderer`.
  /// - Parameters:
  ///   - makeReference: makes the CPU renderer for the same size and format, before the first comparison.
  ///   - onDifference: called before a difference is thrown.
  init(
    _ renderer: any Renderer, _ verification: FrameVerification,
    reference makeReference: @escaping () -> CPURenderer,
    onDifference: @escaping () -> Void = {}
  ) {
    self.renderer = renderer
    self.verification = verification
    self.makeReference = makeReference
    self.onDifference = onDifference
  }

  var size: ImageSize { renderer.size }
  var format: PixelFormat { renderer.format }
  var info: RendererInfo { renderer.info }
  var depth: Int { renderer.depth }
  var statistics: RendererStatistics { renderer.statistics }
  var incidents: [Notice] { renderer.incidents }

  func submit(plan: Plan) throws {
    let isCompared: Bool =
      switch verification {
      case .none: false
      case .all: !plan.hasShader
      case .first: knownShapes.insert(plan.shape).inserted && !plan.hasShader
      }
    inFlight.append(isCompared ? plan : nil)
    try renderer.submit(plan: plan)
  }

  /// - Throws: `RenderError.differs` if the frame differs from the CPU renderer's.
  func receive() throws -> VideoFrame {
    let plan = inFlight.removeFirst()
    let frame = try renderer.receive()
    guard let plan else { return frame }
    let reference = self.reference ?? makeReference()
    self.reference = reference
    let expected: VideoFrame
    do {
      try reference.submit(plan: plan)
      expected = try reference.receive()
    } catch {
      frame.release()
      throw error
    }
    defer { expected.release() }
    guard let index = FrameComparison.firstDifference(frame, expected) else { return frame }
    let spot = FrameComparison.place(ofByte: index, in: frame)
    frame.release()
    onDifference()
    throw RenderError.differs(
      "\(info.device) does not draw the CPU renderer's pixels, the first at (\(spot.x), \(spot.y))")
  }

  func close() {
    reference?.close()
    renderer.close()
  }
}

/// The differences between two frames of one size and format.
package enum FrameComparison {
  /// The index of the first byte that differs; `nil` if the frames are equal.
  package static func firstDifference(_ a: VideoFrame, _ b: VideoFrame) -> Int? {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        if memcmp(first, second, a.count) == 0 { return nil }
        return a.indices.first { a[$0] != b[$0] }
      }
    }
  }

  /// The column and the row of the pixel that contains byte `index`.
  package static func place(ofByte index: Int, in frame: VideoFrame) -> (x: Int, y: Int) {
    let (width, area) = (frame.size.width, frame.size.area)
    if frame.format.isRGBA {
      let pixel = index / frame.format.depth.bytesPerPixel
      return (pixel % width, pixel / width)
    }
    let value = index / (frame.format.depth.rawValue / 8)
    if value < area { return (value % width, value / width) }
    let chroma = (value - area) % (area / 4)
    return (chroma % (width / 2) * 2, chroma / (width / 2) * 2)
  }
}
