import CSegueLibrary
import Foundation
import SegueFields
import SegueLibrary
import SegueRecipes
import Testing

/// Any argument leads to a result, or to a status with a message, and never to a crash.
@Suite("Arguments of segue.h") struct ArgumentTests {
  private static let doubles: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, 1e17, 2,
  ]
  private static let integers: [Int64] = [0, -1, 1, 1 << 31, 1 << 32, 1 << 62, .min, .max, 16385, 25, 1001]
  private static let numbers: [Int32] = [0, -1, 3, 4, 7, 16, 17, 1 << 30, .min, .max]

  /// A valid buffer of 16×16 pixels of up to 8 bytes, a transition, a picture and a renderer.
  private final class Given {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 16 * 8, alignment: 16)
    let transition = given("slide")
    let picture: OpaquePointer?
    let renderer = segue_renderer_new(16, 16, 8, 2)

    init() {
      memory.initializeMemory(as: UInt8.self, repeating: 90)
      var pixels = Self.pixels(memory)
      picture = segue_picture_new(&pixels)
    }

    deinit {
      segue_transition_free(transition)
      segue_picture_free(picture)
      segue_renderer_free(renderer)
      memory.deallocate()
    }

    static func pixels(_ memory: UnsafeMutableRawBufferPointer) -> segue_pixels {
      segue_pixels(data: memory.baseAddress, width: 16, height: 16, stride: 0, format: 0, alpha: 0)
    }

    private static func given(_ name: String) -> OpaquePointer? {
      name.withCString { name in
        var options = segue_options()
        options.name = name
        return segue_transition_new(&options)
      }
    }

    /// Pixel structures with impossible values, or with too few bytes.
    var pixels: [segue_pixels] {
      let sane = Self.pixels(memory)
      func with(_ change: (inout segue_pixels) -> Void) -> segue_pixels {
        var pixels = sane
        change(&pixels)
        return pixels
      }
      var all = [sane, with { $0.data = nil }]
      for side: Int64 in [0, -1, 1 << 31, 1 << 62, .min, .max, 16385] {
        all.append(with { $0.width = side })
        all.append(with { $0.height = side })
        all.append(with { ($0.width, $0.height) = (side, side) })
      }
      for stride: Int64 in [-1, 1, 63, .min, .max, .max - 1, 1 << 62] {
        all.append(with { $0.stride = stride })
      }
      for number in ArgumentTests.numbers where number != 0 {
        all.append(with { $0.format = number })
        all.append(with { $0.alpha = number })
      }
      all.append(with { $0.data = UnsafeMutableRawPointer(bitPattern: UInt.max - 8) })
      all.append(with { ($0.format, $0.stride) = (3, 129) })
      return all
    }
  }

  /// Checks the status and the message of the last call, which returned a result or failed.
  private func check(_ succeeded: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let (status, message) = (segue_last_status(), String(cString: segue_message()))
    #expect(
      (status == SEGUE_OK) == succeeded && message.isEmpty == succeeded, "\(message)",
      sourceLocation: sourceLocation)
    if !succeeded {
      #expect(
        [SEGUE_INVALID_ARGUMENT, SEGUE_INVALID_DATA].contains(status) && message.contains(" "),
        "\(status): \(message)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("any pixels and sizes make a picture or a message") func pictures() {
    let given = Given()
    var refused = 0
    for var pixels in given.pixels {
      let made = segue_picture_new(&pixels)
      check(made != nil)
      refused += made == nil ? 1 : 0
      segue_picture_free(made)
    }
    // All pixels are rejected, except the valid pixels and valid values of format and alpha.
    #expect(refused >= 40)
    #expect(segue_picture_new(nil) == nil)
    check(false)
    for width in Self.integers {
      for fit in Self.numbers {
        let made = segue_picture_new_fitted(given.picture, width, 20, fit)
        check(made != nil)
        segue_picture_free(made)
        check(segue_picture_new_fitted(given.picture, 20, width == 16384 ? 0 : -abs(width / 2), fit) != nil)
      }
    }
    check(segue_picture_new_fitted(nil, 20, 20, 0) != nil)
  }

  @Test("any size, depth and thread count make a renderer or a message") func renderers() {
    for side in Self.integers {
      for made in [
        segue_renderer_new(side, 16, 8, 1), segue_renderer_new(16, side, 8, 1),
        segue_renderer_new(side, side, 16, 1),
      ] {
        segue_renderer_free(made)
      }
    }
    for number in Self.numbers {
      let bits = segue_renderer_new(16, 16, number, 1)
      check(bits != nil)
      segue_renderer_free(bits)
      let threads = segue_renderer_new(16, 16, 8, number)
      check(threads != nil)
      segue_renderer_free(threads)
    }
    segue_renderer_free(nil)
  }

  @Test("any progress and pixels draw a frame or return an error") func frames() {
    let given = Given()
    var sane = Given.pixels(given.memory)
    for progress in Self.doubles {
      check(
        segue_render(given.renderer, given.transition, progress, given.picture, given.picture, &sane)
          == SEGUE_OK)
      check(segue_render_pixels(given.renderer, given.transition, progress, &sane, &sane, &sane) == SEGUE_OK)
    }
    for var pixels in given.pixels {
      check(
        segue_render(given.renderer, given.transition, 0.5, given.picture, given.picture, &pixels) == SEGUE_OK
      )
      check(segue_render_pixels(given.renderer, given.transition, 0.5, &pixels, &sane, &sane) == SEGUE_OK)
      check(segue_render_pixels(given.renderer, given.transition, 0.5, &sane, &pixels, &sane) == SEGUE_OK)
      check(segue_render_pixels(given.renderer, given.transition, 0.5, &sane, &sane, &pixels) == SEGUE_OK)
    }
    let (renderer, transition, picture) = (given.renderer, given.transition, given.picture)
    check(segue_render(nil, transition, 0.5, picture, picture, &sane) == SEGUE_OK)
    check(segue_render(renderer, nil, 0.5, picture, picture, &sane) == SEGUE_OK)
    check(segue_render(renderer, transition, 0.5, nil, picture, &sane) == SEGUE_OK)
    check(segue_render(renderer, transition, 0.5, picture, nil, &sane) == SEGUE_OK)
    check(segue_render(renderer, transition, 0.5, picture, picture, nil) == SEGUE_OK)
    check(segue_render_pixels(renderer, transition, 0.5, nil, &sane, &sane) == SEGUE_OK)
  }

  @Test("any duration, rate and index lead to a number or a message") func runs() {
    let given = Given()
    for number in Self.doubles {
      check(!segue_transition_duration(given.transition, number).isNaN)
      check(!segue_transition_progress(given.transition, number, 1).isNaN)
      check(!segue_transition_progress(given.transition, 0.5, number).isNaN)
      check(segue_frame_count(given.transition, number, 25, 1) > 0)
    }
    for integer in Self.integers {
      check(segue_frame_count(given.transition, 1, integer, 1) > 0)
      check(segue_frame_count(given.transition, 1, 25, integer) > 0)
      check(!segue_frame_progress(given.transition, 1, 25, 1, integer).isNaN)
      check(!segue_frame_progress(given.transition, 1, integer, integer, 0).isNaN)
    }
    for transition in [nil, OpaquePointer?.none] {
      check(!segue_transition_duration(transition, 1).isNaN)
      check(!segue_transition_progress(transition, 1, 1).isNaN)
      check(segue_frame_count(transition, 1, 25, 1) > 0)
      check(!segue_frame_progress(transition, 1, 25, 1, 0).isNaN)
    }
    segue_transition_free(nil)
  }

  @Test("any text of an option makes a transition or a message") func texts() {
    var count = 0
    #expect(segue_transitions(nil) != nil && segue_filters(&count) != nil && count > 60)
    check(segue_transition_new(nil) != nil)
    for bytes: [UInt8] in [
      [], [0xFF, 0xFE], Array("slide".utf8), Array(repeating: UInt8(ascii: "("), count: 5000),
      Array("spring(nan)".utf8), Array("%s%n".utf8),
    ] {
      let text = bytes.map { CChar(bitPattern: $0) } + [0]
      text.withUnsafeBufferPointer { text in
        check(segue_check_timing(text.baseAddress) == SEGUE_OK)
        let places: [WritableKeyPath<segue_options, UnsafePointer<CChar>?>] = [
          \.name, \.look, \.timing, \.from_filter, \.to_filter, \.filter, \.background,
        ]
        for place in places {
          "dissolve".withCString { name in
            var options = segue_options()
            options.name = place == \.look ? nil : name
            options[keyPath: place] = text.baseAddress
            let made = segue_transition_new(&options)
            check(made != nil)
            segue_transition_free(made)
          }
        }
      }
      #expect(strlen(segue_message()) <= 2000)
    }
    // The reason follows the text.
    let long = String(repeating: "é", count: 3000)
    check(long.withCString { segue_check_timing($0) } == SEGUE_OK)
    let message = String(cString: segue_message())
    #expect(message.contains("é … é") && (1990...2000).contains(message.utf8.count))
    #expect(throws: SegueError.self) { _ = try TimingCurve(parsing: long) }
    do { _ = try TimingCurve(parsing: long) } catch {
      let (start, end) = ("\(error)".prefix { $0 != "é" }, "\(error)".split(separator: "é").last ?? "")
      #expect(message.hasPrefix(start) && message.hasSuffix(end) && end.count > 3, "\(error)")
    }
    check(segue_check_timing(nil) == SEGUE_OK)
  }

  @Test("twenty threads may share a renderer") func threads()
    async throws
  {
    nonisolated(unsafe) let given = Given()
    var expected = [UInt8](repeating: 0, count: 16 * 16 * 4)
    @Sendable func draw(_ frame: inout [UInt8]) -> segue_status {
      frame.withUnsafeMutableBytes { memory in
        var pixels = Given.pixels(memory)
        return segue_render(given.renderer, given.transition, 0.3, given.picture, given.picture, &pixels)
      }
    }
    #expect(draw(&expected) == SEGUE_OK)
    let frames = await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          var frame = [UInt8](repeating: 0, count: 16 * 16 * 4)
          for _ in 0..<10 where draw(&frame) != SEGUE_OK { return [UInt8]() }
          return frame
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(frames.count == 20 && frames.allSatisfy { $0 == expected })
  }
}
