import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// Devices around films at 10 frames/s.
@Suite("Devices around films") struct FilmDeviceTests {
  private static let blue = RGBAColor(red: 0, green: 0, blue: 200)
  private static let green = RGBAColor(red: 0, green: 200, blue: 0)

  /// A film of two pictures of a size with a dissolve of 4 frames between them: 6 + 6 frames without their overlap.
  func film(
    _ width: Int, _ height: Int, _ kind: FilmDevice.Kind, _ change: (inout FilmDevice) -> Void = { _ in }
  ) throws -> FilmRequest {
    let pictures = [40, 240].map { red in
      Snapshot(width: width, height: height) { x, y in
        RGBAColor(red: UInt8(red), green: UInt8(x % 256), blue: UInt8(y % 256))
      }
    }
    let clips = pictures.map { picture in
      var clip = FilmClip(.snapshot(picture))
      clip.duration = .seconds(0.6)
      return clip
    }
    var film = FilmRequest(
      items: [
        FilmItem(clips[0]),
        FilmItem(clips[1], into: FilmJunction(transition: "dissolve", duration: .frames(4))),
      ])
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = .cpu
    var device = FilmDevice(kind)
    device.background = Self.blue
    device.bezel = Self.green
    device.shadow = 0
    change(&device)
    film.device = device
    return film
  }

  /// A film of one white picture.
  func white(
    _ width: Int, _ height: Int, _ kind: FilmDevice.Kind, _ change: (inout FilmDevice) -> Void = { _ in }
  ) throws -> FilmRequest {
    var film = try film(width, height, kind, change)
    film.items = [FilmItem(FilmClip(.snapshot(Snapshot(width: width, height: height) { _, _ in .white })))]
    film.items[0].clip.duration = .seconds(0.1)
    return film
  }

  /// A frame in RGBA.
  struct Frame {
    let size: ImageSize
    let bytes: [UInt8]

    subscript(x: Int, y: Int) -> [UInt8] {
      let start = (y * size.width + x) * 4
      return Array(bytes[start..<start + 4])
    }
  }

  private func frames(_ film: FilmRequest) async throws -> [Frame] {
    let viewer = try FilmViewer(try await FilmPlan(film))
    defer { viewer.close() }
    return try (0..<viewer.plan.timeline.frameCount).map { index in
      let frame = try viewer.frame(index)
      defer { frame.release() }
      return Frame(size: frame.size, bytes: frame.withUnsafeBytes { Array($0) })
    }
  }

  func first(_ film: FilmRequest) async throws -> Frame {
    let frames = try await frames(film)
    return try #require(frames.first)
  }

  @Test("the screen shows the film's pixels, inside the bezel and the background")
  func places() async throws {
    // The screen's shorter side is 60: bezel 0.035, margin 0.1, corners 0.13, all in even pixels except corners.
    let film = try film(60, 100, .iphone)
    var bare = film
    bare.device = FilmDevice(.none)
    let (framed, plain) = (try await frames(film), try await frames(bare))
    #expect(framed.count == 8 && plain.count == 8)
    for (frame, inner) in zip(framed, plain) {
      #expect(
        frame.size == ImageSize(width: 76, height: 116) && inner.size == ImageSize(width: 60, height: 100))
      // The pill ends 7 pixels below the screen's top edge, and the corners 8 pixels from each edge.
      for y in 8..<92 { for x in 0..<60 { #expect(frame[x + 8, y + 8] == inner[x, y]) } }
      for x in 8..<52 { #expect(frame[x + 8, 8 + 99] == inner[x, 99]) }
      #expect(frame[8 + 30, 8 + 4] == [17, 17, 19, 255])
      for (x, y) in [(7, 58), (68, 58), (38, 7), (38, 108)] { #expect(frame[x, y] == [0, 200, 0, 255]) }
      for (x, y) in [(0, 0), (75, 115), (5, 58), (70, 58), (38, 5), (38, 110)] {
        #expect(frame[x, y] == [0, 0, 200, 255])
      }
    }
  }

  @Test(
    "each device has its documented proportions",
    arguments: [
      // The shorter side is 400, then 500: bezel, bar and margin in even pixels.
      (FilmDevice.Kind.iphone, (400, 800), (508, 908), (54, 54)),
      (.android, (400, 800), (504, 904), (52, 52)), (.browser, (800, 500), (904, 642), (52, 90)),
    ])
  func proportions(
    kind: FilmDevice.Kind, film: (Int, Int), frame: (Int, Int), corner: (Int, Int)
  ) async throws {
    let plan = try await FilmPlan(self.film(film.0, film.1, kind))
    let screen = try #require(plan.device?.screen)
    #expect(plan.size == ImageSize(width: film.0, height: film.1))
    #expect(plan.frameSize == ImageSize(width: frame.0, height: frame.1))
    #expect(screen == PixelRect(x0: corner.0, y0: corner.1, x1: corner.0 + film.0, y1: corner.1 + film.1))
    let report = plan.report(hasSound: false)
    #expect(report.film.width == frame.0 && report.film.height == frame.1)
  }

  @Test("the screen keeps its aspect ratio in a frame of a requested size")
  func requestedSize() async throws {
    var film = try film(390, 844, .iphone)
    film.output.size = .exact(ImageSize(width: 1080, height: 1920))
    let plan = try await FilmPlan(film)
    // The height limits the scale: 1920/(844 + 0.27·390) = 2.0225, so 788.8 × 1707.0 pixels.
    #expect(plan.size == ImageSize(width: 788, height: 1706))
    #expect(plan.frameSize == ImageSize(width: 1080, height: 1920))
    #expect(plan.device?.screen == PixelRect(x0: 146, y0: 106, x1: 934, y1: 1812))
    film.output.size = .width(1080)
    // With bezel and margin the film is 498 × 952 pixels.
    #expect(try await FilmPlan(film).frameSize == ImageSize(width: 1080, height: 2064))
    film.output.size = .exact(ImageSize(width: 4, height: 4))
    let error = await #expect(throws: UsageError.self) { try await FilmPlan(film) }
    #expect(
      error
        == .invalidValue(option: .size, value: "4x4", expected: "larger, since the iphone leaves no screen"))
  }

  @Test("a screen with a given aspect ratio is as large as the first picture allows")
  func ratio() async throws {
    let wide = try film(1920, 1080, .iphone) { $0.ratio = .init(width: 9, height: 19.5) }
    // 1080 · 9/19.5 is 498.46.
    #expect(try await FilmPlan(wide).size == ImageSize(width: 498, height: 1080))
    let tall = try film(600, 1200, .android) { $0.ratio = .init(width: 4, height: 3) }
    #expect(try await FilmPlan(tall).size == ImageSize(width: 600, height: 450))
    var bare = wide
    bare.device.kind = .none
    #expect(try await FilmPlan(bare).size == ImageSize(width: 1920, height: 1080))
  }

  @Test("rounded corners hide (4 − π) r² of the screen")
  func corners() async throws {
    let frame = try await first(white(200, 300, .android) { $0.bezel = .black })
    // The bezel and the margin are 6 and 20 pixels.
    #expect(frame.size == ImageSize(width: 252, height: 352))
    var hidden = 0.0
    for y in 26..<326 { for x in 26..<226 { hidden += 1 - Double(frame[x, y][0]) / 255 } }
    // The radius is 0.06 of 200 pixels.
    #expect(abs(hidden - (4 - Double.pi) * 144) < 2)
  }

  @Test("a browser has dots, an address field and square corners below its bar")
  func browser() async throws {
    let frame = try await first(
      white(800, 500, .browser) { $0.bezel = RGBAColor(red: 200, green: 200, blue: 200) })
    // The bar's 38 pixels are above the screen at (52, 90); the window begins 2 pixels further out.
    #expect(frame[52, 90] == [255, 255, 255, 255] && frame[851, 90] == [255, 255, 255, 255])
    #expect(frame[52, 589] != [255, 255, 255, 255] && frame[400, 589] == [255, 255, 255, 255])
    // The middle of the first dot is 0.5 + 0.125 bars from the window's left edge; it is black at 30 %.
    #expect(frame[50 + 24, 52 + 19] == [140, 140, 140, 255])
    // The field is in the middle, black at 8 %.
    #expect(frame[452, 52 + 19] == [184, 184, 184, 255])
    #expect(frame[452, 53] == [200, 200, 200, 255])
  }

  @Test("a device's gradient goes from the background's colour at the top to its end colour at the bottom")
  func gradient() async throws {
    let frame = try await first(
      white(60, 100, .android) {
        $0.background = .black
        $0.gradientEnd = RGBAColor(red: 255, green: 128, blue: 0)
      })
    for y in 0..<frame.size.height {
      let share = (Double(y) + 0.5) / Double(frame.size.height)
      #expect(
        abs(Double(frame[0, y][0]) - 255 * share) <= 1 && abs(Double(frame[0, y][1]) - 128 * share) <= 1)
      #expect(frame[0, y] == frame[frame.size.width - 1, y] && frame[0, y][2] == 0)
    }
  }

  @Test("the shadow is a blurred outline below the device")
  func shadow() async throws {
    let frame = try await first(
      white(200, 300, .android) {
        $0.background = .white
        $0.shadow = 0.5
        $0.margin = 0.2
      })
    // The device ends in row 352 (margin 40, bezel 6), its shadow 0.02·200 pixels lower. Sigma is 0.03·200 pixels.
    #expect(frame.size == ImageSize(width: 292, height: 392))
    // Values of the normal distribution at (y + 0.5 − 356)/6, from a table.
    for (y, share) in [(353, 0.6616), (357, 0.4013), (361, 0.1797), (367, 0.0276)] {
      #expect(abs(Double(frame[146, y][0]) - 255 * (1 - 0.5 * share)) <= 4, "row \(y)")
    }
    #expect(frame[0, 0] == [255, 255, 255, 255])
  }

  @Test("the phone's pill is at the left edge of a landscape film")
  func landscape() async throws {
    let frame = try await first(white(100, 60, .iphone))
    #expect(frame[8 + 4, 8 + 30] == [17, 17, 19, 255] && frame[8 + 50, 8 + 4] == [255, 255, 255, 255])
  }

  @Test("the pill is dark in a device of any colour, up to its edge")
  func pill() async throws {
    let frame = try await first(
      white(200, 300, .iphone) {
        $0.bezel = RGBAColor(red: 255, green: 0, blue: 0)
      })
    // The screen begins at (28, 28); the pill is 60 pixels long and 17 high, 6 pixels below the screen's edge.
    #expect(frame[128, 42] == [17, 17, 19, 255])
    for y in 33..<53 {
      for x in 60..<196 { #expect(frame[x, y][0] <= frame[x, y][2], "(\(x), \(y))") }
    }
    #expect(frame[27, 170] == [255, 0, 0, 255])
  }

  @Test("titles, overlays and transitions stay on the screen")
  func layers() async throws {
    var film = try film(60, 100, .iphone)
    var overlay = FilmOverlay(.color(.black))
    overlay.size = 4
    overlay.place = .center
    film.overlays = [overlay]
    let last = try #require(try await frames(film).last)
    #expect(last[38, 58] == [0, 0, 0, 255])
    #expect(last[7, 58] == [0, 200, 0, 255] && last[0, 0] == [0, 0, 200, 255])
  }

  @Test("a film draws its device when the first frame is drawn")
  func drawnLater() async throws {
    let film = try await ResolvedFilm(FilmPlan(film(64, 48, .android)))
    let isDrawn = film.drawnDevice.withLock { $0 != nil }
    #expect(!isDrawn)
    let device = try #require(try film.device())
    #expect(try film.device() === device)
  }

  @Test("planar frames keep the film's values on the screen")
  func planes() async throws {
    let media = try Media()
    var film = try film(64, 48, .android)
    film.output.path = media.file("a.y4m")
    var bare = film
    bare.device = FilmDevice(.none)
    let (framed, plain) = (try await media.pictures(of: film), try await media.pictures(of: bare))
    // The bezel is 2, the margin 4 pixels wide; corners have 3 pixels.
    let (width, height) = (76, 60)
    #expect(framed.count == 8 && framed.allSatisfy { $0.count == width * height * 3 / 2 })
    for (frame, inner) in zip(framed, plain) {
      for y in 4..<44 {
        let start = (y + 6) * width + 6
        #expect(Array(frame[start..<start + 64]) == Array(inner[y * 64..<(y + 1) * 64]))
      }
      for y in 2..<22 {
        for (target, source) in [(width * height, 64 * 48), (width * height * 5 / 4, 64 * 48 * 5 / 4)] {
          let start = target + (y + 3) * width / 2 + 3
          #expect(Array(frame[start..<start + 32]) == Array(inner[source + y * 32..<source + (y + 1) * 32]))
        }
      }
    }
  }

  @Test("shares of a film in a device equal the whole film byte for byte")
  func parts() async throws {
    let media = try Media()
    func bytes(_ frames: ClosedRange<Int>?) async throws -> [UInt8] {
      var film = try film(60, 100, .iphone) { $0.shadow = 0.4 }
      film.output.path = media.file("o.raw")
      film.output.format = .raw
      film.output.overwrites = true
      film.frames = frames
      try await FilmJob(film).run()
      return try #require(media.bytes("o.raw"))
    }
    let whole = try await bytes(nil)
    let parts = try await bytes(0...2) + bytes(3...7)
    #expect(whole.count == 8 * 76 * 116 * 4 && whole == parts)
  }

  @Test("a device's background defaults to the film's background")
  func background() async throws {
    var film = try white(60, 100, .android) { $0.background = nil }
    #expect(try await first(film)[0, 0] == [242, 242, 247, 255])
    film.drawing.background = RGBAColor(red: 9, green: 8, blue: 7)
    #expect(try await first(film)[0, 0] == [9, 8, 7, 255])
  }

  @Test("an HDR film has the same white on the screen and around it")
  func highRange() async throws {
    let media = try Media()
    var film = try white(64, 48, .android) { device in
      device.background = .white
      device.bezel = .white
    }
    film.output.path = media.file("o.raw")
    (film.output.format, film.output.color, film.output.depth) = (.raw, .pq, .sixteen)
    try await FilmJob(film).run()
    let bytes = try #require(media.bytes("o.raw"))
    #expect(bytes.count == 76 * 60 * 8)
    #expect(Set(stride(from: 0, to: bytes.count, by: 8).map { Array(bytes[$0..<$0 + 8]) }).count == 1)
  }

  @Test("OpenGL draws a film in a device with the same bytes", .needsOpenGL)
  func byOpenGL() async throws {
    let films = try [BackendPreference.cpu, .gpu].map { backend in
      var film = try film(64, 48, .browser) { $0.shadow = 0.5 }
      film.drawing.backend = backend
      return film
    }
    let (cpu, gpu) = (try await frames(films[0]), try await frames(films[1]))
    #expect(cpu.map(\.bytes) == gpu.map(\.bytes))
  }

  @Test("a device is a layer of the plan that excludes copying")
  func report() async throws {
    let film = try film(60, 100, .browser) { $0.gradientEnd = .black }
    let settings = [
      "kind=browser", "background=#0000c8", "to=#000000", "margin=0.1", "shadow=0", "bezel=#00c800",
    ]
    let report = try await FilmJob(film).plan()
    #expect(report.layers == [.init(kind: "device", start: 0, end: 8, settings: settings)])
    var copied = film
    copied.copies = true
    #expect(throws: UsageError.conflict(.excludes(.copy, .device))) { try copied.check() }
    copied.device.kind = .none
    #expect(throws: Never.self) { try copied.check() }
  }
}
