import CSegueKernels
import SegueImaging

/// The integers for the conversion between 16-bit pixels and 10-bit 4:2:0 planes in limited range.
/// No step needs more than 32 bits. This is the specification of the kernels and of the shader.
///
/// **Source:** ITU-R BT.709-6 and BT.2100-2: luma in 64…940, chroma in 64…960.
package struct DeepPlanes: Sendable {
  /// The coefficients of red, green and blue for luma, in 1/2²¹.
  package let luma: [UInt32]
  /// The coefficients for Cb and Cr, in 1/2²². They apply to the sums of four pixels' red, green and
  /// blue.
  package let (cb, cr): ([Int32], [Int32])
  /// Five factors in 1/2¹³: luma for all channels, Cr for red, Cb for green, Cr for green, Cb for blue.
  package let channels: [Int32]
  /// Tables from drawn values to values of the planes' transfer function, and back; empty if the two
  /// functions are the same.
  package let (toPlanes, fromPlanes): ([UInt16], [UInt16])

  /// The integers for the planes of a colour encoding.
  package static func of(_ color: ColorEncoding) -> DeepPlanes {
    switch color {
    case .sdr: sdr
    case .hlg: hlg
    case .pq: pq
    }
  }

  private static let (sdr, hlg, pq) = (DeepPlanes(.sdr), DeepPlanes(.hlg), DeepPlanes(.pq))

  private init(_ color: ColorEncoding) {
    let (kr, kb) = color.lumaCoefficients
    func rounded(_ value: Double) -> Int32 { Int32(value.rounded()) }
    let unit = 876.0 / 65535 * 0x1p21
    let (red, blue) = (rounded(kr * unit), rounded(kb * unit))
    luma = [red, rounded(unit) - red - blue, blue].map(UInt32.init)
    let half = rounded(448.0 / 65535 * 0x1p20)
    let redInCb = rounded(-kr / (1 - kb) * 448 / 65535 * 0x1p20)
    cb = [redInCb, -half - redInCb, half]
    let blueInCr = rounded(-kb / (1 - kr) * 448 / 65535 * 0x1p20)
    cr = [half, -half - blueInCr, blueInCr]
    let (lumaStep, chromaStep) = (65535.0 / 876 * 0x1p13, 65535.0 / 448 * 0x1p13)
    let kg = 1 - kr - kb
    channels = [
      rounded(lumaStep), rounded((1 - kr) * chromaStep), rounded(-kb * (1 - kb) / kg * chromaStep),
      rounded(-kr * (1 - kr) / kg * chromaStep), rounded((1 - kb) * chromaStep),
    ]
    toPlanes = color == .pq ? TransferFunction.toPQ : []
    fromPlanes = color == .pq ? TransferFunction.fromPQ : []
  }

  private func encoded(_ value: Int) -> Int { toPlanes.isEmpty ? value : Int(toPlanes[value]) }

  /// The luma of an opaque pixel, 64…940.
  package func luma(_ color: DeepColor) -> UInt16 {
    let sum =
      luma[0] * UInt32(encoded(color.red)) + luma[1] * UInt32(encoded(color.green))
      + luma[2] * UInt32(encoded(color.blue))
    return UInt16((sum + (64 << 21) + (1 << 20)) >> 21)
  }

  /// The chroma (Cb, Cr) of two by two opaque pixels, 64…960 each.
  package func chroma(_ pixels: [DeepColor]) -> (cb: UInt16, cr: UInt16) {
    func sum(_ channel: KeyPath<DeepColor, Int>) -> Int32 {
      pixels.reduce(0) { $0 + Int32(encoded($1[keyPath: channel])) }
    }
    let (red, green, blue) = (sum(\.red), sum(\.green), sum(\.blue))
    func value(_ shares: [Int32]) -> UInt16 {
      UInt16(((shares[0] * red + shares[1] * green + shares[2] * blue + (1 << 21)) >> 22) + 512)
    }
    return (value(cb), value(cr))
  }

  /// The colour of a pixel of 10-bit planes, clamped to the drawable range.
  package func color(luma: UInt16, cb: UInt16, cr: UInt16) -> DeepColor {
    let y = channels[0] * (Int32(luma) - 64) + (1 << 12)
    let (b, r) = (Int32(cb) - 512, Int32(cr) - 512)
    func channel(_ value: Int32) -> Int {
      let clamped = Int(max(0, min(65535, value >> 13)))
      return fromPlanes.isEmpty ? clamped : Int(fromPlanes[clamped])
    }
    return DeepColor(
      red: channel(y + channels[1] * r), green: channel(y + channels[2] * b + channels[3] * r),
      blue: channel(y + channels[4] * b), alpha: 65535, depth: .sixteen)
  }
}

extension DeepPlanes {
  /// The integers in the kernels' form. The tables are never freed.
  package var kernel: segue_planes {
    func triple<T>(_ list: [T]) -> (T, T, T) { (list[0], list[1], list[2]) }
    let k = channels
    return segue_planes(
      luma: triple(luma), cb: triple(cb), cr: triple(cr), channels: (k[0], k[1], k[2], k[3], k[4]),
      to_planes: toPlanes.isEmpty ? nil : Self.tables.to,
      from_planes: fromPlanes.isEmpty ? nil : Self.tables.from)
  }

  // The tables are written once and never freed.
  private nonisolated(unsafe) static let tables = (
    to: lasting(TransferFunction.toPQ), from: lasting(TransferFunction.fromPQ)
  )

  private static func lasting(_ table: [UInt16]) -> UnsafePointer<UInt16> {
    let memory = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: table.count)
    _ = memory.initialize(from: table)
    guard let base = memory.baseAddress else { preconditionFailure("the table is empty") }
    return UnsafePointer(base)
  }
}
