import Foundation
import SegueFilms
import SegueRendering
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueRun

/// Place, crop, border, shadow and blending of overlays.
@Suite("Appearance of overlays") struct OverlayStyleTests {
  private let media: Media
  private let size = ImageSize(width: 320, height: 160)

  init() throws { media = try Media() }

  /// A film of one colour: 10 frames at 10 frames/s.
  private func film(_ color: RGBAColor, _ overlays: [FilmOverlay], _ backend: BackendPreference = .cpu) throws
    -> FilmRequest
  {
    var clip = FilmClip(.color(color))
    clip.duration = .seconds(1)
    var film = FilmRequest(items: [FilmItem(clip)])
    film.output.size = .exact(size)
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = backend
    film.overlays = overlays
    return film
  }

  /// The RGBA pixels of a frame.
  private func frame(_ film: FilmRequest, _ index: Int = 0) async throws -> [UInt8] {
    let viewer = try FilmViewer(try await FilmPlan(film))
    defer { viewer.close() }
    let frame = try viewer.frame(index)
    defer { frame.release() }
    return frame.withUnsafeBytes { Array($0) }
  }

  private func color(_ frame: [UInt8], _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(frame[(y * size.width + x) * 4 + $0]) }
  }

  /// The sum of a channel, with white as 1.
  private func total(_ frame: [UInt8], _ channel: Int) -> Double {
    var sum = 0
    for place in stride(from: channel, to: frame.count, by: 4) { sum += Int(frame[place]) }
    return Double(sum) / 255
  }

  private func isNear(_ found: [Int], _ wanted: [Int], _ tolerance: Int = 3) -> Bool {
    zip(found, wanted).allSatisfy { abs($0 - $1) <= tolerance }
  }

  /// A white overlay with the settings of `change`.
  private func plain(_ change: (inout FilmOverlay) -> Void = { _ in }) -> FilmOverlay {
    var overlay = FilmOverlay(.color(.white))
    (overlay.size, overlay.margin, overlay.place) = (1, 0, .center)
    change(&overlay)
    return overlay
  }

  @Test(
    "the anchor of an overlay is at x and y",
    arguments: [
      (0.5, 0.5, nil, [140, 70]), (0.0, 0.0, FilmTitle.Place.topLeft, [0, 0]),
      (1, 1, .bottomRight, [280, 140]),
      (0.25, nil, .left, [80, 130]), (nil, 0.75, .bottom, [270, 100]), (-0.5, 1.5, .center, [-180, 230]),
    ] as [(Double?, Double?, FilmTitle.Place?, [Int])])
  func place(x: Double?, y: Double?, anchor: FilmTitle.Place?, corner: [Int]) async throws {
    let overlay = plain {
      ($0.size, $0.height, $0.margin, $0.place) = (0.125, 0.125, 0.03125, .bottomRight)
      ($0.x, $0.y, $0.anchor) = (x, y, anchor)
    }
    let film = try film(.black, [overlay])
    let report = try await FilmPlan(film).report(hasSound: false)
    #expect(report.overlays?.first?.rectangle == SIMD4(corner + [40, 20]))
    let pixels = try await frame(film)
    let columns = (corner[0]..<corner[0] + 40).clamped(to: 0..<320)
    let rows = (corner[1]..<corner[1] + 20).clamped(to: 0..<160)
    for y in 0..<160 {
      for x in 0..<320 {
        let isIn = columns.contains(x) && rows.contains(y)
        #expect(isNear(color(pixels, x, y), isIn ? [255, 255, 255] : [0, 0, 0], 1), "\(x), \(y)")
      }
    }
  }

  @Test("circles and round corners cover their exact area")
  func shapes() async throws {
    for (shape, area) in [
      (OverlayShape.circle, Double.pi * 40 * 40), (.rounded(0.25), 80 * 60 - (4 - Double.pi) * 15 * 15),
      (.rounded(0.5), 80 * 60 - (4 - Double.pi) * 30 * 30),
    ] {
      let overlay = plain { ($0.size, $0.height, $0.shape) = (0.25, 0.375, shape) }
      let pixels = try await frame(try film(.black, [overlay]))
      let sum = total(pixels, 1)
      #expect(abs(sum - area) < 0.01 * area, "\(shape): \(sum), but \(area)")
      #expect(
        isNear(color(pixels, 160, 80), [255, 255, 255], 1) && isNear(color(pixels, 121, 51), [0, 0, 0], 3))
    }
  }

  @Test("a border is inside the shape's edge")
  func border() async throws {
    let overlay = plain {
      ($0.size, $0.height, $0.border) = (
        0.25, 0.375, OverlayBorder(width: 0.0125, color: RGBAColor(red: 0, green: 0, blue: 255))
      )
    }
    let pixels = try await frame(try film(.black, [overlay]))
    // 80 by 60 from (120, 50), with a blue border of four pixels.
    for (x, wanted) in [(119, [0, 0, 0]), (121, [0, 0, 255]), (122, [0, 0, 255]), (125, [255, 255, 255])] {
      #expect(isNear(color(pixels, x, 80), wanted), "\(x): \(color(pixels, x, 80))")
    }
    let round = plain {
      ($0.source, $0.size, $0.shape, $0.border) = (.color(.black), 0.25, .circle, OverlayBorder(width: 0.025))
    }
    let circle = try await frame(try film(.black, [round]))
    let white = total(circle, 1)
    let ring = Double.pi * (40 * 40 - 32 * 32)
    #expect(abs(white - ring) < 0.02 * ring, "\(white), but \(ring)")
  }

  @Test("a shadow is a blurred, offset copy in its colour")
  func shadow() async throws {
    let overlay = plain { ($0.size, $0.height, $0.shadow) = (0.25, 0.5, .black) }
    let pixels = try await frame(try film(.white, [overlay]))
    // A standard deviation of 320 / 160 = 2, from the left edge at column 120 outwards.
    for distance in 0..<6 {
      let share = 0.5 * erfc((Double(distance) + 0.5) / (2 * 2.0.squareRoot()))
      let found = color(pixels, 119 - distance, 80)[1]
      #expect(abs(Double(found) - 255 * (1 - share)) <= 4, "\(distance): \(found), but \(255 * (1 - share))")
    }
    #expect(
      isNear(color(pixels, 160, 80), [255, 255, 255], 1)
        && isNear(color(pixels, 108, 80), [255, 255, 255], 1))
    // The shadow is offset by a pixel, so it is darker below than above.
    #expect(color(pixels, 160, 121)[1] < color(pixels, 160, 38)[1] - 10)
    let gradient = FilmGradient([
      RGBAColor(red: 0, green: 255, blue: 0), RGBAColor(red: 0, green: 255, blue: 0),
    ])
    let keyed = plain {
      ($0.source, $0.size, $0.height, $0.shadow, $0.filter) = (
        .gradient(gradient), 0.25, 0.5, .black, "chroma-key()"
      )
    }
    #expect(try await frame(try film(.white, [keyed])).allSatisfy { $0 >= 254 })
  }

  @Test(
    "each of the twenty blend modes equals the blend filter",
    arguments: BlendMode.allCases)
  func blend(mode: BlendMode) async throws {
    let (below, above) = (
      RGBAColor(red: 200, green: 120, blue: 60), RGBAColor(red: 90, green: 160, blue: 220)
    )
    let overlay = plain { ($0.source, $0.blend) = (.color(above), mode) }
    let pixels = try await frame(try film(below, [overlay]))
    var filtered = try film(below, [])
    filtered.filter = "blend(#5aa0dc, \(mode.rawValue), 1)"
    #expect(try await frame(filtered) == pixels)
    let formulas: [BlendMode: (Double, Double) -> Double] = [
      .normal: { $1 }, .multiply: { $0 * $1 }, .screen: { $0 + $1 - $0 * $1 }, .difference: { abs($0 - $1) },
      .add: { min(1, $0 + $1) }, .darken: { min($0, $1) }, .lighten: { max($0, $1) },
      .exclusion: { $0 + $1 - 2 * $0 * $1 }, .subtract: { max(0, $0 - $1) },
      .linearBurn: { max(0, $0 + $1 - 1) },
    ]
    guard let formula = formulas[mode] else { return }
    let wanted = zip([200.0, 120, 60], [90.0, 160, 220]).map {
      Int((formula($0 / 255, $1 / 255) * 255).rounded())
    }
    #expect(isNear(color(pixels, 160, 80), wanted, 1), "\(color(pixels, 160, 80)), but \(wanted)")
  }

  @Test("an overlay is blended with the layers below it")
  func blendedLayers() async throws {
    let grey = RGBAColor(red: 128, green: 128, blue: 128)
    let first = plain { ($0.source, $0.size, $0.height, $0.place) = (.color(.white), 0.5, 1, .left) }
    let second = plain { ($0.source, $0.blend, $0.opacity) = (.color(grey), .multiply, 0.5) }
    let third = plain { ($0.size, $0.height) = (0.1, 0.1) }
    let pixels = try await frame(
      try film(RGBAColor(red: 200, green: 200, blue: 200), [first, second, third]))
    #expect(
      isNear(color(pixels, 40, 80), [191, 191, 191], 1) && isNear(color(pixels, 280, 80), [150, 150, 150], 1))
    #expect(isNear(color(pixels, 160, 80), [255, 255, 255], 1))
  }

  @Test("a gradient is linear between its colours along its direction")
  func gradient() async throws {
    let colors = [RGBAColor.black, .white, .black]
    for (degrees, isAcross) in [(0.0, true), (90, false), (180, true)] {
      let overlay = plain { $0.source = .gradient(FilmGradient(colors, degrees: degrees)) }
      let pixels = try await frame(try film(.black, [overlay]))
      for step in stride(from: 4, to: 160, by: 12) {
        let place = (Double(isAcross ? 2 * step : step) + 0.5) / Double(isAcross ? 320 : 160)
        let wanted = Int((255 * (1 - abs(2 * place - 1))).rounded())
        let found = isAcross ? color(pixels, 2 * step, 80) : color(pixels, 160, step)
        #expect(isNear(found, [wanted, wanted, wanted], 2), "\(degrees), \(step): \(found), but \(wanted)")
      }
    }
  }

  @Test("a crop sets the overlay's aspect ratio", .needs("ffmpeg"))
  func crop() async throws {
    let path = try await media.make(
      "half.png",
      [
        "-f", "lavfi", "-i", "color=red:s=80x40,format=rgb24,drawbox=x=40:w=40:h=40:color=blue:t=fill",
        "-frames:v", "1",
      ])
    var overlay = FilmOverlay(path: path)
    (overlay.size, overlay.margin, overlay.place) = (0.25, 0, .topLeft)
    overlay.crop = PictureMotion.Part(x: 0.5, y: 0, width: 0.5, height: 1)
    let film = try film(.black, [overlay])
    #expect(try await FilmPlan(film).overlays.map(\.size) == [ImageSize(width: 80, height: 80)])
    let pixels = try await frame(film)
    #expect([(4, 4), (75, 75), (4, 75)].allSatisfy { isNear(color(pixels, $0.0, $0.1), [0, 0, 255], 4) })
    #expect(isNear(color(pixels, 82, 40), [0, 0, 0], 2))
    // A square of the whole has half of each colour.
    (overlay.crop, overlay.height) = (nil, 0.5)
    let square = try await frame(try self.film(.black, [overlay]))
    #expect(isNear(color(square, 20, 40), [255, 0, 0], 4) && isNear(color(square, 60, 40), [0, 0, 255], 4))
    // The circle is cut from the centre.
    (overlay.height, overlay.shape) = (nil, .circle)
    let circle = try await frame(try self.film(.black, [overlay]))
    #expect(isNear(color(circle, 20, 40), [255, 0, 0], 4) && isNear(color(circle, 60, 40), [0, 0, 255], 4))
    #expect(isNear(color(circle, 3, 3), [0, 0, 0], 4))
  }

  @Test("filters apply to the overlay's picture at its own time", .needs("ffmpeg"))
  func filters() async throws {
    let picture = ["-f", "lavfi", "-i", "color=0x3060c0:s=80x40,format=rgb24"]
    let path = try await media.make("p.png", picture + ["-frames:v", "1"])
    let negative = try await media.make("n.png", picture + ["-vf", "negate", "-frames:v", "1"])
    func over(_ path: String, _ filter: String?) async throws -> [UInt8] {
      var overlay = FilmOverlay(path: path)
      (overlay.size, overlay.margin, overlay.place, overlay.filter) = (0.5, 0, .center, filter)
      return try await frame(try self.film(.white, [overlay]))
    }
    #expect(try await over(path, "invert()") == over(negative, nil))
    // p is 0 at the overlay's first frame and 1 at its last.
    var fading = FilmOverlay(.color(.white))
    (fading.size, fading.start, fading.end, fading.filter) = (1, .frames(3), .frames(8), "brightness(-p)")
    fading.margin = 0
    let film = try film(.white, [fading])
    for (index, wanted) in [(2, 255), (3, 255), (7, 0), (8, 255)] {
      #expect(isNear(color(try await frame(film, index), 160, 80), [wanted, wanted, wanted], 2), "\(index)")
    }
    var keyed = FilmOverlay(.color(RGBAColor(red: 0, green: 255, blue: 0)))
    (keyed.size, keyed.filter) = (1, "chroma-key()")
    #expect(isNear(color(try await frame(try self.film(.white, [keyed])), 160, 80), [255, 255, 255], 1))
    keyed.filter = "chroma-kye()"
    let error = await #expect(throws: (any Error).self) { try await FilmPlan(self.film(.white, [keyed])) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("did you mean chroma-key?"))
  }

  @Test("OpenGL draws overlays with the same bytes", .needsOpenGL)
  func byOpenGL() async throws {
    let overlays = [
      plain { ($0.size, $0.height, $0.shape, $0.shadow) = (0.4, 0.4, .rounded(0.2), .black) },
      plain {
        ($0.source, $0.size, $0.blend, $0.x) = (
          .gradient(FilmGradient([.white, .black], degrees: 30)), 0.6, .overlay, 0.3
        )
      },
      plain {
        ($0.source, $0.size, $0.shape, $0.border) = (.color(.black), 0.2, .circle, OverlayBorder(width: 0.01))
        ($0.filter, $0.enter) = ("invert()", FilmJunction(transition: "push", duration: .frames(4)))
      },
    ]
    let ground = RGBAColor(red: 90, green: 140, blue: 200)
    for index in [0, 2, 6] {
      let found = try await frame(try film(ground, overlays, .gpu), index)
      #expect(try await frame(try film(ground, overlays), index) == found, "\(index)")
    }
  }

  @Test("an unchanged overlay is drawn once")
  func still() async throws {
    let overlay = plain {
      ($0.size, $0.shape, $0.border, $0.shadow) = (0.3, .circle, OverlayBorder(width: 0.01), .black)
    }
    let resolved = try await ResolvedFilm(FilmPlan(film(.white, [overlay])))
    let frames = FilmFrames(resolved, frames: 0..<10)
    defer { _ = frames.close() }
    for index in 0..<10 {
      let isAgain = if case .again = try frames.next() { true } else { false }
      #expect(isAgain == (index > 0))
    }
  }

  @Test("arguments and film files accept the same settings of overlays")
  func settings() throws {
    let typed = try FilmOverlay(
      parsing:
        "a.mp4@2-75f,x=0.25,y=-1,anchor=top,height=0.5,shape=rounded:0.1,border=0.01:gold,shadow=#00000080,speed=2,"
        + "loop=true,filter='chroma-key(#00ff00, 0.3)',blend=soft-light,crop=0:0.1:1:0.5,track=deu"
    ) { $0 == "a.mp4" }
    let json = """
      {"segue": 1, "clips": ["b.mp4"], "overlays": [{"src": "a.mp4", "in": 2, "out": "75f", "x": 0.25, "y": -1, "anchor": "top",
        "height": 0.5, "shape": "rounded:0.1", "border": "0.01:gold", "shadow": "#00000080", "speed": 2, "loop": true,
        "filter": "chroma-key(#00ff00, 0.3)", "blend": "soft-light", "crop": [0, 0.1, 1, 0.5], "track": "deu"}]}
      """
    let film = try FilmFile.parse(Array(json.utf8), name: "film.json", folder: "")
    #expect(film.overlays == [typed])
    #expect(typed.sourceStart == .seconds(2) && typed.sourceEnd == .frames(75) && typed.blend == .softLight)
    #expect(typed.border == OverlayBorder(width: 0.01, color: RGBAColor(red: 255, green: 215, blue: 0)))
    #expect(typed.shape == .rounded(0.1) && typed.loops == true && typed.crop?.height == 0.5)
    #expect(
      typed.settings == [
        "height=0.5", "shape=rounded:0.1", "border=0.01:#ffd700", "shadow=#00000080", "in=2", "out=75f",
        "speed=2", "loop=true", "filter=chroma-key(#00ff00, 0.3)", "blend=soft-light", "crop=0:0.1:1:0.5",
      ])
    let fill = try FilmOverlay(parsing: "gradient:red:#00f:-45,size=1") { _ in false }
    let colors = [RGBAColor(red: 255, green: 0, blue: 0), RGBAColor(red: 0, green: 0, blue: 255)]
    #expect(fill.source == .gradient(FilmGradient(colors, degrees: -45)))
    #expect(try FilmOverlay(parsing: "color:black,size=1") { _ in false }.source == .color(.black))
    for (word, words) in [
      ("a.mp4,blend=multply", "did you mean multiply?"), ("a.mp4,anchor=botom", "did you mean bottom?"),
      ("a.mp4,shape=circel", "did you mean circle?"), ("a.mp4,shape=rounded:0.6", "0 to 0.5"),
      ("a.mp4,border=0.1:whte", "did you mean white?"), ("a.mp4,shadow=blck", "did you mean black?"),
      ("a.mp4,x=11", "x as -10 to 10"), ("a.mp4,shpe=circle", "did you mean shape?"),
      ("a.mp4@1-2,in=1", "IN and OUT once"), ("gradient:red", "2 to 16 colours"),
      ("a.mp4,loop=yes", "true or false"),
    ] {
      let error = #expect(throws: FilmError.self) { try FilmOverlay(parsing: word) { $0 == "a.mp4" } }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }
}
