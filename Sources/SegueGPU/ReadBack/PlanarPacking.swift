import CSegueGLES
import SegueImaging
import SegueRendering
import SegueShaders

/// How the bytes of a finished frame lie in the texture that is read back.
///
/// **Thread-safety:** a value.
struct TransferLayout {
  /// Texels, four bytes each, in a row.
  var width: Int
  var rows: Int
  /// Rows that hold nothing but luma; 0 for RGBA.
  var lumaRows = 0

  init(_ format: PixelFormat, _ size: ImageSize, textureLimit: Int) {
    (width, rows) = (size.width, size.height)
    guard format == .yuv420p else { return }
    // One row of luma a row, or two where one is no multiple of four bytes, or there would be too many.
    let luma = size.width % 4 == 0 && size.height * 3 / 2 <= textureLimit ? 1 : 2
    width = size.width * luma / 4
    lumaRows = size.height / luma
    rows = (size.area * 3 / 2 + width * 4 - 1) / (width * 4)
  }

  var byteCount: Int { width * 4 * rows }
}

/// Packs pictures as planes of 4:2:0.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class PlanarPacking {
  private let size: ImageSize
  private let layout: TransferLayout
  private let luma: GLProgram
  private let chroma: GLProgram
  let target: GLTexture

  init(_ size: ImageSize, _ layout: TransferLayout) throws(RenderError) {
    self.size = size
    self.layout = layout
    func program(isLuma: Bool) throws(RenderError) -> GLProgram {
      var shape = ProgramShape(.yuv)
      shape.define("LUMA", isLuma)
      shape.define("ALIGNED", size.width % (isLuma ? 4 : 8) == 0)
      return try GLProgram(vertex: shape.vertexText, fragment: shape.fragmentText)
    }
    luma = try program(isLuma: true)
    chroma = try program(isLuma: false)
    target = try GLTexture(width: layout.width, height: layout.rows, format: .rgba8)
  }

  func close() {
    luma.close()
    chroma.close()
    target.close()
  }

  /// Packs `picture` into `target`.
  func pack(_ picture: GLTexture) {
    target.bindAsTarget()
    glViewport(0, 0, GLsizei(layout.width), GLsizei(layout.rows))
    for (program, rows) in [(luma, 0..<layout.lumaRows), (chroma, layout.lumaRows..<layout.rows)] {
      PlanPainter.limit(
        to: PixelRect(x0: 0, y0: rows.lowerBound, x1: layout.width, y1: rows.upperBound))
      program.use()
      picture.bind(unit: 0)
      program.set("picture", 0)
      program.set("frame", size.width, size.height)
      program.set("rowBytes", layout.width * 4)
      program.set("extent", 1.0, 1.0)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    }
    PlanPainter.limit(to: nil)
  }
}
