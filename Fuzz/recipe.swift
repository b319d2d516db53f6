// Fuzzes the CPU renderer: the input bytes are random numbers that decide pictures and recipes. Every frame must equal
// the pixel arithmetic. The kernels are compiled with the sanitizers, too.

import SegueImaging
import SegueRendering
import TestSupport

@testable import SegueCPU

/// Random numbers of two input bytes each, which a fuzzer can change one by one. After the last byte, SplitMix64
/// continues with a seed from all bytes.
private struct ByteChoices: RandomNumberGenerator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var rest: SplitMix64

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    rest = SplitMix64(bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
  }

  mutating func next() -> UInt64 {
    guard index + 1 < bytes.count else { return rest.next() }
    defer { index += 2 }
    return UInt64(bytes[index]) | UInt64(bytes[index + 1]) << 8
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let drawing = RandomDrawing(ByteChoices(UnsafeBufferPointer(start: start, count: count)), area: 1500)
  do {
    let renderer = drawing.scene.cpu(threads: drawing.threads)
    let differences = try drawing.differences(from: renderer)
    precondition(differences.isEmpty, differences.joined(separator: "\n"))
  } catch {
    preconditionFailure("\(error)")
  }
  return 0
}
