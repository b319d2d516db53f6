import FoundationEssentials
import Glibc
import SegueImaging
import SegueMedia
import SegueRendering
import SegueTransitions

/// About how much memory jobs take at their peak, the encoder's process included: rather too much than too little.
package enum JobMemory {
  /// A picture whose size is not known before it is decoded is taken for one of 12 megapixels.
  private static let unknown = ImageSize(width: 4000, height: 3000)

  /// The memory of a render.
  /// - Parameter pictures: those that are there already and cost nothing more.
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
      // The pixels, and once more while they are oriented or brought to the frame's size.
      decoding += 2 * pixels(sizes[sizes.count - 1], depth)
    }
    let loader = SceneLoader(
      request.output, request.drawing, needsEvenSize: output.needsEvenSize, stretchesTextures: true,
      defaultBounds: output.defaultBounds)
    let size = (try? loader.frameSize(sizes[0])) ?? sizes[0]
    // Both pictures with their coarser levels, pictures on the way, the ring, what the sink holds.
    let drawing = 16 * pixels(size, depth)
    return decoding + drawing + encoding(request, output, size)
  }

  /// The memory of frames of `size` that a program makes, without its own pictures.
  static func bytesOfFrames(_ size: ImageSize) -> Int { 16 * pixels(size, .eight) + program }

  /// The memory of a film: three decoders, the frames between them, and the encoder.
  /// - Parameter size: that of its frames, where it is known already.
  package static func bytesOfFilm(_ output: OutputRequest, size: ImageSize? = nil) -> Int {
    let hd = ImageSize(width: 1920, height: 1080)
    return 72 * pixels(size ?? output.size?.size(for: hd) ?? hd, output.frameColor.depth.pixels)
  }

  private static func encoding(_ request: RenderRequest, _ output: OutputPlan, _ size: ImageSize) -> Int {
    let picture = pixels(size, request.output.frameColor.depth.pixels)
    if request.stillProgress != nil { return picture }
    let seconds = (request.duration ?? 1) + request.holdStart + request.holdEnd
    let frames = max(1, seconds / output.rate.time(ofFrame: 1))
    let facts = output.format.facts
    if facts.isContainer { return program + lookahead * picture }
    if facts.isManyFiles { return request.drawing.threads.map { $0 * picture } ?? 4 * picture }
    return switch facts.held {
    case .all: program + Int(min(frames, 10_000)) * picture
    case .compressed: Int(min(frames, 100_000)) * picture / 20
    case .few: picture
    }
  }

  /// Bytes of an encoder's process before its first frame.
  private static let program = 64 << 20
  /// Frames of 4:2:0 that x264 looks ahead, its references and threads, as pictures of RGBA8.
  private static let lookahead = 32

  private static func pixels(_ size: ImageSize, _ depth: PixelDepth) -> Int {
    size.area * depth.bytesPerPixel
  }
}

/// The memory that this process may use.
package enum MachineMemory {
  /// Half of the memory that this process may use: the machine's, or less where a control group says so.
  package static var half: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return ([machine] + groupLimits()).min().map { $0 / 2 } ?? 1 << 30
  }

  /// The limits of this process's control group and of those around it.
  ///
  /// **Source:** cgroup-v2 of the Linux kernel's admin guide: memory.max holds a number of bytes, or `max`.
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
