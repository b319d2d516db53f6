import SegueCPU
import SegueImaging
import SegueMedia
import SegueRendering

/// Draws a device around a film's finished frames. The CPU draws the device once, for every renderer. The
/// pixels of each frame are then copied into its screen.
final class DeviceFrame: Sendable {
  private let inset: FrameInset
  private let pool: ClipFramePool

  /// - Throws: `RenderError`.
  init(_ layout: DeviceLayout, over background: RGBAColor, _ format: FrameFormat, threads: Int?) throws {
    let renderer = CPURenderer(size: layout.size, format: format.pixels, threads: threads, extraSlots: 0)
    defer { renderer.close() }
    var recipe = layout.picture(over: background, format.color.depth.pixels)
    if !format.outer.keepsTransparency { recipe = recipe.over(.black, snapshotsAreOpaque: true) }
    let blank = Snapshot(PixelBuffer(size: layout.size, color: .black))
    var request = FrameRequest(recipe, outgoing: blank, incoming: blank)
    request.color = format.color.encoding
    try renderer.submit(request)
    let frame = try renderer.receive()
    defer { frame.release() }
    inset = FrameInset(
      frame.withUnsafeBytes { Array($0) }, format.pixels, size: layout.size, opening: layout.screen,
      share: layout.share)
    pool = ClipFramePool(size: layout.size, format: format.pixels, color: format.color.encoding)
  }

  /// The device with `frame` on its screen. The caller still owns `frame`.
  func frame(of frame: VideoFrame) -> VideoFrame {
    let whole = pool.frame()
    frame.withUnsafeBytes { bytes in whole.withUnsafeMutableBytes { inset.write(bytes, into: $0) } }
    return whole.frame()
  }
}

extension ResolvedFilm {
  /// The device around the film, drawn for the first frame; `nil` for none.
  /// - Throws: `RenderError`.
  func device() throws -> DeviceFrame? {
    guard let layout = plan.device else { return nil }
    return try drawnDevice.withLock { drawn in
      let (ground, threads) = (plan.request.backgrounds.first ?? .black, plan.request.drawing.threads)
      let device = try drawn ?? DeviceFrame(layout, over: ground, format, threads: threads)
      drawn = device
      return device
    }
  }

  /// A sink that draws the device around each frame and passes the result to `sink`.
  func framed(_ sink: any FrameSink) throws -> any FrameSink {
    guard let device = try device() else { return sink }
    return ConvertingSink(sink) { device.frame(of: $0) }
  }
}
