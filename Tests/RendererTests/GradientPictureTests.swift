import SegueImaging
import SegueRendering
import Testing

@Suite("Pictures of gradients") struct GradientPictureTests {
  @Test("a gradient of 16 bits is linear in 16 bits")
  func deep() {
    let picture = Snapshot.gradient(
      [.black, .white], degrees: 0, size: ImageSize(width: 1000, height: 1), depth: .sixteen)
    #expect(abs(picture.deep(500, 0).green - Int(65535 * 500.5 / 1000)) <= 1)
  }

  @Test("a transparent colour does not affect the colour of the gradient")
  func transparent() {
    let picture = Snapshot.gradient(
      [.transparent, .white], degrees: 0, size: ImageSize(width: 10, height: 1), depth: .eight)
    // 5.5 of 10 pixels, times 255.
    #expect(picture[5, 0] == RGBAColor(red: 255, green: 255, blue: 255, alpha: 140))
  }
}
