import FoundationEssentials
import Glibc
import SegueImaging
import SegueMedia
import SegueRendering
import SegueTransitions

/// Estimates of the jobs' peak memory, including the encoder's process. The estimates are on the high side.
package enum MemoryEstimate {
  /// The size assumed for a picture whose size is unknown before decoding: 12 megapixels.
  private static let unknown = ImageSize(width: 4000, height: 3000)

  /// The memory of a render, in bytes.
  /// - Parameter pictures: the cache; its pictures need no further memory.
  package static func bytes(of request: RenderRequest, _ output: OutputPlan, pictures: SharedPictures) -> Int
  {
    let depth = request.output.frameColor.depth.pixels
    let limits = request.drawing.limits.keeping(request.output.frameColor)
    let decoder = ImageDecoder(limits: limits)
    var decoding = 0
    var sizes: [ImageSize] = []
    for (source, moment) in [(request.from, ImageDecoder.Moment.last), (request.to, .first)] {
      if let known = pictures.knownSize(path: source.text, moment: moment, limits: limits) {
        sizes.append(known)
      } else {
        sizes.append(decoder.size(path: source.text) ?? unknown)
      }
      // The pixels, and a second copy of them during orientation or scaling.
      decoding += 2 * pixels(sizes[sizes.count - 1], depth)
    }
    let loader = SceneLoader(
      request.output, request.drawing, needsEvenSize: output.needsEvenSize, stretchesTextures: true,
      defaultBounds: output.defaultBounds)
    let size = (try? loader.frameSize(sizes[0])) ?? sizes[0]
    // Both pictures with their coarser levels, pictures in flight, the ring, and the sink's frames.
    let drawing = 16 * pixels(size, depth)
    return decoding + drawing + encoding(request, output, size)
  }

  /// The memory in bytes for drawing frames of `size`, without the program's own pictures.
  static func bytesOfFrames(_ size: ImageSize) -> Int { 16 * pixels(size, .eight) + program }

  /// The memory of a film in bytes: three decoders, the frames between them, and the encoder.
  /// - Parameters:
  ///   - size: the frame size, if known.
  ///   - isEncoded: whether an encoder runs; a nested film has no encoder.
  package static func bytesOfFilm(
    _ output: OutputRequest, size: ImageSize? = nil, isEncoded: Bool = true
  ) -> Int {
    let hd = ImageSize(width: 1920, height: 1080)
    let size = size ?? output.size?.size(for: hd) ?? hd
    return (filmDecoding + (isEncoded ? lookahead : 0)) * pixels(size, output.frameColor.depth.pixels)
  }

  /// The memory of a decoder's process, in bytes.
  package static let decoder = 32 << 20

  private static func encoding(_ request: RenderRequest, _ output: OutputPlan, _ size: ImageSize) -> Int {
    let picture = pixels(size, request.output.frameColor.depth.pixels)
    if request.stillProgress != nil { return picture }
    let seconds = (request.duration ?? 1) + request.holdStart + request.holdEnd
    let frames = max(1, seconds / output.rate.time(ofFrame: 1))
    let facts = output.format.facts
    if facts.isContainer { return program + lookahead * picture }
    if facts.isManyFiles { return request.drawing.threads.map { $0 * picture } ?? 4 * picture }
    return switch facts.retention {
    case .all: program + Int(min(frames, 10_000)) * picture
    case .compressed: Int(min(frames, 100_000)) * picture / 20
    case .few: picture
    }
  }

  /// The memory of an encoder's process before its first frame, in bytes.
  private static let program = 64 << 20
  /// The number of RGBA8 pictures that take as much memory as x264's lookahead, references and threads.
  private static let lookahead = 32

  /// The number of pictures that take as much memory as a film's three decoders and the frames between them.
  private static let filmDecoding = 40

  private static func pixels(_ size: ImageSize, _ depth: PixelDepth) -> Int {
    size.area * depth.bytesPerPixel
  }
}

/// The memory that is available to this process.
package enum MachineMemory {
  /// Half of the memory available to this process, in bytes. The machine or the control group limits
  /// that memory.
  package static var half: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return ([machine] + groupLimits()).min().map { $0 / 2 } ?? 1 << 30
  }

  /// The memory limits of this process's control group and its ancestors, in bytes.
  ///
  /// **Source:** Linux admin guide, cgroup-v2: memory.max holds a number of bytes, or `max`.
  private static func groupLimits() -> [Int] {
    func number(_ path: String) -> Int? {
      (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
        Int($0.prefix { !$0.isWhitespace })
      }
    }
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    let own = groups.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(4)
    var limits = [number("/sys/fs/cgroup/memory/memory.limit_in_bytes")]
    var parts = own?.split(separator: "/") ?? []
    while true {
      limits.append(number((["/sys/fs/cgroup"] + parts + ["memory.max"]).joined(separator: "/")))
      if parts.popLast() == nil { return limits.compactMap(\.self).filter { $0 > 0 } }
    }
  }
}
