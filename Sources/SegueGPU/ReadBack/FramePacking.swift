import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// The layout of a finished frame's bytes in the transferred texture.
struct TransferLayout {
  /// The content of a texel.
  var texel: GLTexture.Format
  /// Texels in a row.
  var width: Int
  var rows: Int
  /// The number of rows with only luma; 0 for pixels.
  var lumaRows = 0

  init(_ format: PixelFormat, _ size: ImageSize, textureLimit: Int) {
    (width, rows) = (size.width, size.height)
    texel = .picture(.eight)
    switch format {
    case .rgba8: break
    case .rgba16:
      // Two pixels per texel, with the frame as one row.
      texel = .packed
      rows = (size.height + 1) / 2
    case .yuv420p:
      // Each row of the texture has one row of luma. It has two if a row is not a multiple of four bytes,
      // or if the rows exceed the texture.
      let luma = size.width % 4 == 0 && size.height * 3 / 2 <= textureLimit ? 1 : 2
      width = size.width * luma / 4
      lumaRows = size.height / luma
      rows = (size.area * 3 / 2 + width * 4 - 1) / (width * 4)
    case .yuv420p10, .yuv420p10HLG, .yuv420p10PQ:
      // Eight values per texel, with all planes as one row.
      texel = .packed
      width = size.width / 2
      rows = (size.area * 3 / 2 + width * 8 - 1) / (width * 8)
    }
  }

  var rowBytes: Int { width * texel.bytesPerTexel }
  var byteCount: Int { rowBytes * rows }
}

/// Packs pictures as the bytes of a frame: 4:2:0 planes in 8 or 10 bits, or pixels of 16 bits per channel.
/// Not every driver can transfer such pixels directly.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class FramePacking {
  private let size: ImageSize
  private let layout: TransferLayout
  private let passes: [(program: GLProgram, rows: Range<Int>)]
  private let target: GLTexture
  /// The integers of the conversion to 10-bit planes.
  private let planes: DeepPlanes?
  /// A square texture that maps drawn values to plane values.
  private let curve: GLTexture?

  /// A packing for a format; `nil` for RGBA8, which needs none.
  init?(_ format: PixelFormat, _ size: ImageSize, textureLimit: Int) throws(RenderError) {
    let layout = TransferLayout(format, size, textureLimit: textureLimit)
    func pass(_ shape: ProgramShape, _ rows: Range<Int>) throws(RenderError) -> (GLProgram, Range<Int>) {
      let depth = format.depth
      return (
        try GLProgram(vertex: shape.vertexText(depth), fragment: shape.fragmentText(depth)), rows
      )
    }
    func plane(isLuma: Bool) -> ProgramShape {
      var shape = ProgramShape(.yuv)
      shape.define("LUMA", isLuma)
      shape.define("ALIGNED", layout.rowBytes == size.width && size.width % (isLuma ? 4 : 8) == 0)
      return shape
    }
    switch format {
    case .rgba8: return nil
    case .rgba16: passes = [try pass(ProgramShape(.pairs), 0..<layout.rows)]
    case .yuv420p10, .yuv420p10HLG, .yuv420p10PQ:
      var shape = ProgramShape(.planes)
      shape.define("CURVED", format == .yuv420p10PQ)
      passes = [try pass(shape, 0..<layout.rows)]
    case .yuv420p:
      passes = [
        try pass(plane(isLuma: true), 0..<layout.lumaRows),
        try pass(plane(isLuma: false), layout.lumaRows..<layout.rows),
      ]
    }
    self.size = size
    self.layout = layout
    planes = format.isRGBA || format.depth == .eight ? nil : format.planeColor.map(DeepPlanes.of)
    let values = planes?.toPlanes ?? []
    let curve = values.isEmpty ? nil : try GLTexture(width: 256, height: 256, format: .matte)
    values.withUnsafeBytes { if let base = $0.baseAddress { curve?.upload(base, rows: 256) } }
    self.curve = curve
    target = try GLTexture(width: layout.width, height: layout.rows, format: layout.texel)
  }

  func close() {
    for pass in passes { pass.program.close() }
    curve?.close()
    target.close()
  }

  /// The bytes of `picture`, valid until the next call.
  func packed(_ picture: GLTexture) -> GLTexture {
    target.bindAsTarget()
    glViewport(0, 0, GLsizei(layout.width), GLsizei(layout.rows))
    for (program, rows) in passes {
      PlanPainter.limit(
        to: PixelRect(x0: 0, y0: rows.lowerBound, x1: layout.width, y1: rows.upperBound))
      program.use()
      picture.bind(unit: 0)
      program.set("picture", 0)
      program.set("frame", size.width, size.height)
      program.set("rowBytes", layout.rowBytes)
      program.set("firstRow", rows.lowerBound)
      program.set("extent", 1.0, 1.0)
      if let planes {
        program.set("luma", unsigned: planes.luma)
        program.set("cb", signed: planes.cb)
        program.set("cr", signed: planes.cr)
      }
      if let curve {
        curve.bind(unit: 1)
        program.set("curve", 1)
      }
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    }
    PlanPainter.limit(to: nil)
    return target
  }
}
