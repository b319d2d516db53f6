import SegueFields
import SegueImaging
import Testing

@Suite("Snapshots from bytes") struct SnapshotTests {
  private func ramp(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

  @Test("packed bytes are unchanged")
  func packed() throws {
    let bytes = ramp(5 * 3 * 4)
    let snapshot = try Snapshot(width: 5, height: 3, rgba: bytes)
    #expect(snapshot.rgba == bytes)
    #expect(snapshot.size == ImageSize(width: 5, height: 3))
    #expect(!snapshot.isOpaque)
  }

  @Test("rows with a stride are packed")
  func stride() throws {
    let bytes = ramp(32 * 2 + 20)
    let snapshot = try Snapshot(width: 5, height: 3, rgba: bytes, bytesPerRow: 32)
    #expect(snapshot.rgba == Array(bytes[0..<20] + bytes[32..<52] + bytes[64..<84]))
  }

  @Test(
    "a picture is opaque if every alpha is 255", arguments: [nil, 0, 7, 14])
  func opacity(hole: Int?) throws {
    var bytes = [UInt8](repeating: 255, count: 5 * 3 * 4)
    if let hole { bytes[hole * 4 + 3] = 254 }
    #expect(try Snapshot(width: 5, height: 3, rgba: bytes).isOpaque == (hole == nil))
  }

  @Test("BGRA becomes RGBA")
  func bgra() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 50, 60, 70, 255]
    let snapshot = try Snapshot(width: 2, height: 1, bgra: bytes)
    #expect(snapshot.rgba == [3, 2, 1, 4, 70, 60, 50, 255])
  }

  @Test("premultiplied colours are divided by alpha")
  func premultiplied() throws {
    // 64 · 255 / 128 = 127.5; 10 · 255 / 51 = 50; 80 exceeds its alpha; transparent pixels have no
    // colour.
    let bytes: [UInt8] = [64, 0, 128, 128, 10, 51, 80, 51, 9, 9, 9, 0, 7, 8, 9, 255]
    let straight: [UInt8] = [128, 0, 255, 128, 50, 255, 255, 51, 0, 0, 0, 0, 7, 8, 9, 255]
    let snapshot = try Snapshot(width: 4, height: 1, rgba: bytes, isPremultiplied: true)
    #expect(snapshot.rgba == straight)
    let swapped = try Snapshot(width: 4, height: 1, bgra: bytes, isPremultiplied: true)
    #expect(swapped[1, 0] == RGBAColor(red: 255, green: 255, blue: 50, alpha: 51))
  }

  @Test("pixels outside of the picture are transparent at any distance")
  func outside() throws {
    let snapshot = try Snapshot(width: 16, height: 16, rgba: [UInt8](repeating: 255, count: 16 * 16 * 4))
    #expect(snapshot[15, 15] == .white)
    for far in [-1, 16, 400_000_000, Int.min, Int.max] {
      #expect(snapshot[far, 0] == .transparent)
      #expect(snapshot[0, far] == .transparent)
      #expect(snapshot[far, far] == .transparent)
    }
  }

  @Test("bytes stay valid while they are in use")
  func borrowed() throws {
    for value in 0..<UInt8(50) {
      let bytes = [UInt8](repeating: value, count: 64 * 64 * 4)
      let sum = try Snapshot(width: 64, height: 64, rgba: bytes).withUnsafeBytes {
        $0.reduce(0) { $0 + Int($1) }
      }
      #expect(sum == Int(value) * 64 * 64 * 4)
      #expect(
        try Snapshot(width: 64, height: 64, rgba: bytes).withSpan { $0.byteCount } == (64 * 64 * 4 as Int))
    }
  }

  @Test("invalid pictures throw")
  func errors() {
    #expect(throws: SegueError(SnapshotError.size(width: 0, height: 3))) {
      try Snapshot(width: 0, height: 3, rgba: [])
    }
    #expect(throws: SegueError(SnapshotError.bytesPerRow(19, needed: 20))) {
      try Snapshot(width: 5, height: 1, rgba: ramp(20), bytesPerRow: 19)
    }
    #expect(throws: SegueError(SnapshotError.byteCount(59, needed: 60))) {
      try Snapshot(width: 5, height: 3, rgba: ramp(59))
    }
    // The error is about the rows, not the size.
    for stride in [Int.max, Int.min, -4] {
      #expect(throws: SegueError(SnapshotError.bytesPerRow(stride, needed: 4))) {
        try Snapshot(width: 1, height: 3, rgba: ramp(12), bytesPerRow: stride)
      }
    }
    #expect("\(SnapshotError.bytesPerRow(.max, needed: 4))".hasSuffix("bytes are too long; a row needs 4"))
    #expect(throws: SegueError(SnapshotError.size(width: 1, height: .max))) {
      try Snapshot(width: 1, height: .max, rgba: ramp(4), bytesPerRow: 4)
    }
  }

  @Test("freed memory is reused for pictures of any size")
  func recycled() throws {
    let large = ImageSize(width: 1024, height: 1025)
    var seen: Set<Int> = []
    for round in 0..<40 {
      let buffer = PixelBuffer(size: large, color: RGBAColor(red: UInt8(round), green: 0, blue: 0))
      let other = PixelBuffer(size: ImageSize(width: 1025, height: 1025), color: .white)
      buffer.withUnsafeBytes { _ = seen.insert(Int(bitPattern: $0.baseAddress)) }
      #expect(buffer[0, 0].red == UInt8(round) && buffer[1023, 1024].red == UInt8(round))
      #expect(other[1024, 1024] == .white)
    }
    #expect(seen.count <= 2)
  }
}
