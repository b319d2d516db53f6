import SegueImaging
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Damaged, truncated and oversized files, which must throw and not allocate beyond the limits.
@Suite("Damaged pictures") struct DecodeDamageTests {
  private static func files() throws -> [(ImageFormat, [UInt8])] {
    let opaque = Made.mixed(24, 17)
    let translucent = Made.mixed(24, 17, alpha: true)
    let animation = try WebPAnimation(shape: Made.shape(opaque.size), hasAlpha: false)
    try animation.compress(opaque.bytes, at: 0)
    try animation.compress(translucent.bytes, at: 40)
    let lossy = WebPEncoder(compression: .lossy())
    return [
      (.png, try PNGEncoder().encode(opaque)), (.png, try PNGEncoder().encode(translucent)),
      (.jpeg, try JPEGEncoder(quality: 80).encode(opaque.bytes, size: opaque.size)),
      (.jpeg, Made.fourComponentJPEG([1, 2, 3, 4], transform: 2)),
      (.webp, try lossy.encode(opaque.bytes, size: opaque.size, hasAlpha: false)),
      (.webp, try lossy.encode(translucent.bytes, size: opaque.size, hasAlpha: true)),
      (
        .webp,
        try WebPEncoder(compression: .lossless).encode(
          translucent.bytes, size: opaque.size, hasAlpha: true)
      ),
      (.webp, try animation.end(at: 80)),
    ]
  }

  @Test("a truncated picture file is bad data", arguments: 0..<8) func truncation(index: Int) throws {
    let (format, file) = try Self.files()[index]
    #expect(try Made.decode(file, as: format).snapshot.size.width > 0)
    // A JPEG without its last two bytes, the end-of-image marker, can be read.
    for length in 0..<(format == .jpeg ? file.count - 2 : file.count) {
      #expect(throws: SystemError.self, "\(format) of \(file.count) bytes cut at \(length)") {
        try Made.decode(Array(file.prefix(length)), as: format)
      }
    }
  }

  @Test("a damaged file throws or is decoded", arguments: 0..<8) func damage(index: Int) throws {
    let (format, file) = try Self.files()[index]
    let limits = DecodingLimits(maximumSide: 4096, maximumPixels: 1 << 20)
    var state: UInt32 = 12_345
    func random(_ below: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % below
    }
    for _ in 0..<300 {
      var broken = file
      for _ in 0...random(4) { broken[random(file.count)] = UInt8(random(256)) }
      do {
        let image = try Made.decode(broken, as: format, limits: limits)
        #expect(image.snapshot.size.area <= limits.maximumPixels)
      } catch is SystemError {}
    }
  }

  @Test("an error about a limit names the size")
  func limitErrors() throws {
    let (side, pixels) = (DecodingLimits(maximumSide: 23), DecodingLimits(maximumPixels: 24 * 17 - 1))
    for (format, file) in try Self.files() where file.count > 400 {
      #expect(
        throws: SystemError.badData(
          path: "made", reason: "\(format.rawValue): 24x17 pixels are more than the limit of 23 per side")
      ) { try Made.decode(file, as: format, limits: side) }
      #expect(
        throws: SystemError.badData(
          path: "made", reason: "\(format.rawValue): 24x17 pixels are more than the limit of 407 pixels")
      ) { try Made.decode(file, as: format, limits: pixels) }
      let exact = DecodingLimits(maximumSide: 24, maximumPixels: 24 * 17)
      #expect(try Made.decode(file, as: format, limits: exact).snapshot.size.area == (24 * 17 as Int))
    }
  }

  @Test("a header of two billion pixels is rejected before allocating memory")
  func hugeHeader() throws {
    let file = Made.png(width: 0x7fff_ffff, height: 0x7fff_ffff, depth: 8, type: 6, rows: [0])
    #expect(throws: SystemError.self) { try Made.decode(file, as: .png) }
    var jpeg = Made.fourComponentJPEG([0, 0, 0, 0], transform: 0)
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xff, 0xc0]) })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0xdc, 0xff, 0xdc])
    #expect(throws: SystemError.self) { try Made.decode(jpeg, as: .jpeg) }
  }

  @Test("a profile that unpacks to gigabytes is ignored")
  func hugeProfile() throws {
    // 40 MiB of zeros in a profile exceed the limit of a chunk. The Adler-32 of n zeros is 1 in the
    // lower half and n mod 65521 in the upper one.
    let zeros = [UInt8](repeating: 0, count: 40 << 20)
    let bomb =
      Array("p".utf8) + [0, 0] + Made.zlib(zeros, checksum: UInt32(zeros.count % 65_521) << 16 | 1)
    let file = Made.png(width: 1, height: 1, depth: 8, type: 2, chunks: [("iCCP", bomb)], rows: [0, 1, 2, 3])
    let result = Result { try Made.decode(file, as: .png) }
    switch result {
    case .success(let image):
      #expect(image.snapshot[0, 0] == RGBAColor(red: 1, green: 2, blue: 3))
      #expect(image.notices.count == 1)
    case .failure(let error): #expect(error is SystemError)
    }
  }
}
