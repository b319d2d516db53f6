import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

/// Colour tables from `.cube` files, drawn.
@Suite("Drawing with colour tables") struct LutTests {
  private func cube(_ side: Int, _ color: (_ share: [Double]) -> [Double]) -> String {
    var text = "LUT_3D_SIZE \(side)\n"
    let share = (0..<side).map { Double($0) / Double(side - 1) }
    for blue in share {
      for green in share {
        for red in share {
          let values = color([red, green, blue])
          text += "\(values[0]) \(values[1]) \(values[2])\n"
        }
      }
    }
    return text
  }

  private func drawn(_ text: String, on picture: Snapshot) throws -> Snapshot {
    let chain = try FilterChain(parsing: "lut(\"x\")")
    let table = try CubeFile.parse(Array(text.utf8), name: "x")
    let loaded = chain.loading(Dictionary(chain.files.map { ($0, .table(table)) }, uniquingKeysWith: { $1 }))
    return try Drawing(from: picture, to: picture)
      .picture(loaded.recipe(of: .snapshot(.from), at: 0, size: picture.size))
  }

  @Test(
    "an identity cube keeps the picture's bytes", .takesLong,
    arguments: cases([2, 16, 33], full: [3, 17, 32, 64, 65]))
  func identity(side: Int) throws {
    let picture = Noise.snapshot(ImageSize(width: 64, height: 48), seed: 9, isOpaque: true)
    #expect(try drawn(cube(side) { $0 }, on: picture).equals(picture))
  }

  @Test(
    "values outside of 0…1 are clipped after the interpolation", arguments: [2, 5, nil])
  func outside(side: Int?) throws {
    let picture = Noise.snapshot(ImageSize(width: 64, height: 48), seed: 11, isOpaque: true)
    let text =
      side.map { cube($0) { $0.map { 1.5 * $0 - 0.25 } } }
      ?? "LUT_1D_SIZE 2\n-0.25 -0.25 -0.25\n1.25 1.25 1.25\n"
    // Interpolation of a linear function is exact: 1.5 v − 63.75, which is never halfway between
    // two bytes.
    let expected = picture.bytes.enumerated().map { index, byte in
      index % 4 == 3 ? byte : UInt8(min(255, max(0, (1.5 * Double(byte) - 63.75).rounded())))
    }
    #expect(try Array(drawn(text, on: picture).bytes) == expected)
  }

  @Test("a graded cube is within one level of ffmpeg's result", .needs("ffmpeg"))
  func graded() async throws {
    let size = ImageSize(width: 64, height: 48)
    let picture = Noise.snapshot(size, seed: 10, isOpaque: true)
    let text = cube(17) { c in
      [c[0] * c[0] * 0.9 + 0.05, 0.7 * c[1] + 0.3 * c[0], 1 - 0.8 * (1 - c[2]) * (1 - c[1])]
    }
    let place = try Workplace()
    try place.write(text, to: "graded.cube")
    try place.write(Array(picture.bytes), to: "in.raw")
    let theirs = try await FFmpeg.decode(
      [
        "-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "64x48", "-i", "in.raw", "-vf",
        "format=gbrp,lut3d=graded.cube:interp=tetrahedral,format=rgba",
      ], as: "rgba", in: place.path)
    let ours = try drawn(text, on: picture)
    try #require(theirs.count == ours.bytes.count)
    let maximum = zip(theirs, ours.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(maximum == 1 || maximum == 0)
  }
}
