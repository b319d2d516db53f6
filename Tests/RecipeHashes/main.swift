// Prints a hash for each built-in transition with three timing curves. Equal lines mean equal progress, to the last bit,
// and equal pixels.
//
//     recipe-hashes [FRAMES [WIDTH HEIGHT]]
//     recipe-hashes kernels

import SegueRecipes

/// FNV-1a of 64 bits.
struct PixelHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ number: Double) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number.bitPattern >> shift)) }
  }
}

/// A picture larger than the frames, so that it is resampled, with all channel values, edges and, with `alpha`, transparency.
func picture(_ width: Int, _ height: Int, seed: Int, alpha: Bool) throws -> Snapshot {
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let cell = (x / 7 + y / 5 + seed) % 3 * 60
      pixels.append(UInt8((x * 255 / width + cell) & 255))
      pixels.append(UInt8((y * 255 / height + seed * 40) & 255))
      pixels.append(UInt8((x * y + seed * 90) & 255))
      pixels.append(alpha ? UInt8((x + y * 2) * 255 / (width + height * 2)) : 255)
    }
  }
  return try Snapshot(width: width, height: height, rgba: pixels)
}

func run() throws {
  let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
  let (frames, width, height) =
    (numbers.first ?? 60, numbers.count > 2 ? numbers[1] : 32, numbers.count > 2 ? numbers[2] : 18)
  let renderer = try RecipeRenderer(size: ImageSize(width: width, height: height))
  let from = renderer.fitted(try picture(width * 3 / 2, height * 2, seed: 0, alpha: false))
  let to = renderer.fitted(try picture(width * 2, height * 3 / 2, seed: 1, alpha: true))
  for description in Catalogue.builtIn.transitions {
    let transition = try description.transition()
    for curve in ["ease-in-out", "spring(0.6)", "spring(1,200,12,0)"] {
      let run = try TransitionCoordinator(
        transition, in: TransitionContext(containerSize: renderer.size), duration: 1,
        timing: TimingCurve(parsing: curve))
      try run.startAnimation()
      var hash = PixelHash()
      for frame in 0..<frames {
        run.advance(to: run.duration * Double(frame) / Double(frames))
        hash.add(run.progress)
        hash.add(run.velocity)
        try renderer.frame(FrameRequest(run.recipe, outgoing: from, incoming: to)).withUnsafeBytes {
          hash.add($0)
        }
      }
      print(description.name, curve, String(hash.value, radix: 16))
    }
  }
}

if CommandLine.arguments.contains("kernels") { try printKernelInputs() } else { try run() }
