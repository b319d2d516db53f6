import CSegueLibrary
import Foundation
import SegueLibrary
import SegueRecipes
import TestSupport
import Testing

/// The C functions, called as by a program.
@Suite("segue.h") struct FunctionTests {
  private static let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized.path
  static let (width, height) = (20, 12)

  private static func pixels(_ channels: Int, seed: UInt64, opaque: Bool = false) -> [UInt8] {
    var numbers = SplitMix64(seed)
    return (0..<width * height * channels).map { index in
      let byte = UInt8(truncatingIfNeeded: numbers.next())
      return opaque && channels == 4 && index % 4 == 3 ? 255 : byte
    }
  }

  /// A frame of the library from pixels of one layout, with any stride.
  private static func frame(
    _ transition: OpaquePointer?, at progress: Double, _ from: [UInt8], _ to: [UInt8],
    layout: (format: segue_format, alpha: segue_alpha_mode) = (SEGUE_RGBA8, SEGUE_STRAIGHT),
    channels: Int = 4,
    gap: Int = 0
  ) throws -> [UInt8] {
    var (from, to) = (from, to)
    let stride = width * channels + gap
    var drawn = [UInt8](repeating: 0xA5, count: stride * height)
    let renderer = segue_renderer_new(Int64(width), Int64(height), 8, 1)
    defer { segue_renderer_free(renderer) }
    let status = from.withUnsafeMutableBytes { from in
      to.withUnsafeMutableBytes { to in
        drawn.withUnsafeMutableBytes { out in
          func pixels(_ memory: UnsafeMutableRawBufferPointer, _ stride: Int) -> segue_pixels {
            segue_pixels(
              data: memory.baseAddress, width: Int64(width), height: Int64(height), stride: Int64(stride),
              format: Int32(layout.format.rawValue), alpha: Int32(layout.alpha.rawValue))
          }
          var (first, second, frame) = (pixels(from, 0), pixels(to, 0), pixels(out, stride))
          return segue_render_pixels(renderer, transition, progress, &first, &second, &frame)
        }
      }
    }
    try #require(status == SEGUE_OK, "\(String(cString: segue_message()))")
    for y in 0..<height {
      #expect(drawn[(y * stride + width * channels)..<(y + 1) * stride].allSatisfy { $0 == 0xA5 })
    }
    return (0..<height).flatMap { y in Array(drawn[y * stride..<y * stride + width * channels]) }
  }

  @Test(
    "every built-in draws its recipe's frame from pixels with and without alpha", .takesLong,
    arguments: [true, false])
  func builtIns(opaque: Bool) throws {
    let (from, to) = (Self.pixels(4, seed: 1, opaque: opaque), Self.pixels(4, seed: 2, opaque: opaque))
    let size = ImageSize(width: Self.width, height: Self.height)
    let renderer = try RecipeRenderer(size: size)
    let pictures = try [from, to].map { try Snapshot(width: size.width, height: size.height, rgba: $0) }
    var count = 0
    let descriptions = segue_transitions(&count)
    #expect(count == Catalogue.builtIn.transitions.count)
    for index in 0..<count {
      let name = try #require(descriptions?[index].name)
      var options = segue_options()
      options.name = name
      let transition = segue_transition_new(&options)
      defer { segue_transition_free(transition) }
      // The gap between opaque pictures is black, as in the tool.
      let recipe = try Catalogue.builtIn.transition(String(cString: name)).recipe(
        at: 0.375, in: TransitionContext(containerSize: size), over: opaque ? .black : .transparent,
        snapshotsAreOpaque: opaque)
      let expected = try renderer.frame(FrameRequest(recipe, outgoing: pictures[0], incoming: pictures[1]))
      #expect(try Self.frame(transition, at: 0.375, from, to) == expected.rgba, "\(String(cString: name))")
    }
  }

  @Test("channels in any order and rows with padding are drawn with the same colours")
  func layouts() throws {
    let (from, to) = (Self.pixels(4, seed: 3, opaque: true), Self.pixels(4, seed: 4, opaque: true))
    let transition = "wipe".withCString { name in
      var options = segue_options()
      options.name = name
      return segue_transition_new(&options)
    }
    defer { segue_transition_free(transition) }
    let expected = try Self.frame(transition, at: 0.4, from, to)
    func swapped(_ bytes: [UInt8]) -> [UInt8] {
      bytes.indices.map { bytes[$0 % 4 == 3 ? $0 : $0 - $0 % 4 + 2 - $0 % 4] }
    }
    func bare(_ bytes: [UInt8]) -> [UInt8] {
      bytes.enumerated().compactMap { $0.offset % 4 == 3 ? nil : $0.element }
    }
    let reordered = try Self.frame(
      transition, at: 0.4, swapped(from), swapped(to), layout: (SEGUE_BGRA8, SEGUE_STRAIGHT), gap: 5)
    #expect(swapped(reordered) == expected)
    let opaque = try Self.frame(
      transition, at: 0.4, bare(from), bare(to), layout: (SEGUE_RGB8, SEGUE_STRAIGHT), channels: 3, gap: 1)
    #expect(opaque == bare(expected))
    #expect(
      try Self.frame(transition, at: 0.4, from, to, layout: (SEGUE_RGBA8, SEGUE_PREMULTIPLIED), gap: 4)
        == expected)
  }

  @Test("frames have the same bytes at any address")
  func addresses() throws {
    // A frame large enough to bypass the cache.
    let size = ImageSize(width: 640, height: 480)
    for (format, bits, channels, offsets) in [
      (SEGUE_RGBA8, 8, 4, [1, 2, 3, 4, 31]), (SEGUE_RGB8, 8, 3, [1, 2]), (SEGUE_RGBA16, 16, 8, [2, 4, 6, 8]),
    ] {
      let renderer = segue_renderer_new(Int64(size.width), Int64(size.height), Int32(bits), 1)
      defer { segue_renderer_free(renderer) }
      let rowBytes = size.width * channels
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: rowBytes * size.height + 64, alignment: 64)
      defer { memory.deallocate() }
      func pixels(at offset: Int) -> segue_pixels {
        segue_pixels(
          data: memory.baseAddress! + offset, width: Int64(size.width), height: Int64(size.height), stride: 0,
          format: Int32(format.rawValue), alpha: 0)
      }
      // Opaque, so that the mix is opaque.
      let opaque: UInt64 = bits == 8 ? 0xFF00_0000_FF00_0000 : 0xFFFF_0000_0000_0000
      var numbers = SplitMix64(7)
      let pictures = (0..<2).map { _ in
        for at in stride(from: 0, to: memory.count, by: 8) {
          memory.storeBytes(of: numbers.next() | opaque, toByteOffset: at, as: UInt64.self)
        }
        var whole = pixels(at: 0)
        return segue_picture_new(&whole)
      }
      defer { pictures.forEach(segue_picture_free) }
      for name in ["dissolve", "slide"] {
        let transition = name.withCString { text in
          var options = segue_options()
          options.name = text
          return segue_transition_new(&options)
        }
        defer { segue_transition_free(transition) }
        func frame(at offset: Int) -> Data {
          var target = pixels(at: offset)
          #expect(segue_render(renderer, transition, 0.4, pictures[0], pictures[1], &target) == SEGUE_OK)
          return Data(bytes: memory.baseAddress! + offset, count: rowBytes * size.height)
        }
        let expected = frame(at: 0)
        for offset in offsets {
          let isEqual = frame(at: offset) == expected
          #expect(isEqual, "\(name), \(bits) bits, \(offset)")
        }
      }
    }
  }

  @Test("premultiplied colours survive a division and a multiplication by alpha")
  func premultiplied() throws {
    // Alpha 200 of the straight 100 and 51 is premultiplied 78 and 40.
    let pixel: [UInt8] = [78, 40, 0, 200]
    let picture = (0..<Self.width * Self.height).flatMap { _ in pixel }
    let transition = "dissolve".withCString { name in
      var options = segue_options()
      options.name = name
      return segue_transition_new(&options)
    }
    defer { segue_transition_free(transition) }
    let frame = try Self.frame(
      transition, at: 0, picture, picture, layout: (SEGUE_RGBA8, SEGUE_PREMULTIPLIED))
    // 78/200 of 255 is 99.45, so 99. 99 times 200/255 is 77.6, so 78. 40 becomes 51, and 40 again.
    #expect(frame == picture)
  }

  @Test("parameters, curves, chains and looks have the command line's syntax")
  func words() {
    /// The status and the message of a transition with these options.
    func outcome(
      _ name: String?, _ parameters: [String] = [], timing: String? = nil, filter: String? = nil,
      look: String? = nil
    )
      -> (segue_status, String)
    {
      let texts = [name, timing, filter, look].map { text in text.map { strdup($0) } }
      let values = parameters.map { strdup($0) }
      defer { (texts.compactMap(\.self) + values).forEach { free($0) } }
      var options = segue_options()
      options.name = texts[0].map { UnsafePointer($0!) }
      options.timing = texts[1].map { UnsafePointer($0!) }
      options.filter = texts[2].map { UnsafePointer($0!) }
      options.look = texts[3].map { UnsafePointer($0!) }
      var list = values.map { UnsafePointer($0) } + [nil]
      return list.withUnsafeMutableBufferPointer {
        options.parameters = UnsafePointer($0.baseAddress)
        segue_transition_free(segue_transition_new(&options))
        return (segue_last_status(), String(cString: segue_message()))
      }
    }
    #expect(
      outcome("slide", ["rows=12"], timing: "spring(0.8)", filter: "sepia blur(0.02*p)") == (SEGUE_OK, ""))
    #expect(outcome("xfade:circleopen").0 == SEGUE_OK)
    #expect(
      outcome(nil, look: #"{"recipe": {"transition": "dissolve", "of": ["from", "to"], "progress": "p"}}"#).0
        == SEGUE_OK)
    for (got, status, words) in [
      (outcome("slyde"), SEGUE_INVALID_ARGUMENT, "did you mean slide?"),
      (outcome("slide", ["rows"]), SEGUE_INVALID_ARGUMENT, "NAME=VALUE"),
      (outcome("slide", ["rows=0"]), SEGUE_INVALID_ARGUMENT, "rows"),
      (outcome("slide", timing: "springy"), SEGUE_INVALID_ARGUMENT, "springy"),
      (outcome("slide", filter: "blurr(1)"), SEGUE_INVALID_DATA, "blurr"),
      (outcome("slide", filter: "lut(\"a.cube\")"), SEGUE_INVALID_DATA, "file"),
      (outcome(nil), SEGUE_INVALID_ARGUMENT, "name or a look"),
      (outcome(nil, look: "{"), SEGUE_INVALID_DATA, "look"),
      (outcome("luma", ["mask=a.png"]), SEGUE_INVALID_ARGUMENT, "file"),
    ] {
      #expect(got.0 == status && got.1.contains(words), "\(got)")
    }
  }

  @Test("the library has the header's version") func version() {
    #expect(String(cString: segue_version()) == SEGUE_VERSION)
  }

  @Test("only the header contains the version") func definition() throws {
    let files = try ["Hosts", "Packaging", "Sources", "Tools"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: "\(Self.root)/\(folder)").map { "\(folder)/\($0)" }
    }
    let sources = files.filter { file in
      [".c", ".h", ".py", ".sh", ".swift"].contains { file.hasSuffix($0) }
    }
    #expect(sources.count > 400)
    let containing = try sources.filter { file in
      let text = try String(contentsOfFile: "\(Self.root)/\(file)", encoding: .utf8)
      return text.contains("\"\(SEGUE_VERSION)\"")
    }
    #expect(containing == ["Sources/CSegueLibrary/include/segue.h"])
  }
}
