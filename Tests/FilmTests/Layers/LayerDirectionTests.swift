import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// The direction in which transitions move a layer.
@Suite("Directions of layers") struct LayerDirectionTests {
  private typealias Layers = FilmLayerTests

  /// Every built-in, apart from the distance dissolve, which changes all pixels of a colour at once.
  static let transitions = Layers.transitions.filter { $0 != "distance-dissolve" }

  /// The visible share of a white layer that fills a black frame: at 1/8 of its entrance, at rest, and at
  /// 7/8 of its exit.
  private func shares(_ end: FilmJunction, _ backend: BackendPreference = .cpu) async throws -> [Double] {
    var overlay = try FilmOverlay(parsing: "color:white,size=1,margin=0,at=top-left") { _ in false }
    (overlay.start, overlay.end) = (.frames(3), .frames(20))
    (overlay.enter, overlay.exit) = (end, end)
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var film = try Layers.film([], [overlay], backend)
    film.items = [FilmItem(clip)]
    let frames = try await Layers.frames(film, [3, 11, 19])
    return try [3, 11, 19].map { index in
      let rgba = try #require(frames[index])
      let light = rgba.indices.filter { $0 % 4 != 3 }.reduce(0) { $0 + Int(rgba[$1]) }
      return Double(light) / Double(255 * 3 * Layers.size.area)
    }
  }

  /// A transition of seven frames, at 1/8 to 7/8.
  private func junction(_ name: String) -> FilmJunction {
    var junction = Layers.junction(name, 7)
    junction.timing = .linear
    return junction
  }

  @Test("layers appear and disappear gradually with every built-in", .takesLong, arguments: transitions)
  func builtIns(name: String) async throws {
    let shares = try await shares(junction(name))
    #expect(shares[0] < 1 / 3.0 && shares[1] > 0.99 && shares[2] < 1 / 3.0, "\(shares)")
  }

  /// The pictures drawn for the directions of `count` titles, each with the same entrance and exit.
  private func probeCount(_ count: Int) async throws -> Int {
    var title = FilmTitle("W3")
    title.enter = junction("slide")
    title.exit = junction("cover")
    let plan = try await FilmPlan(Layers.film(Array(repeating: title, count: count)))
    var loader = FilmLoader(plan: plan, format: plan.format, pictures: RenderPool.shared.pictures)
    for layer in plan.layers { _ = try await layer.load(by: &loader) }
    return loader.probes.shares.count
  }

  @Test("a transition that several layers share is measured once per direction")
  func measuredOnce() async throws {
    let one = try await probeCount(1)
    // A cover would uncover its layer at once, so it is also measured reversed.
    #expect(one == 3)
    #expect(try await probeCount(20) == one)
  }

  @Test("a look that would make a layer pop out is reversed for the exit")
  func look() async throws {
    let media = try Media()
    try media.write(
      Array(
        #"""
        {"exactEnds": true, "recipe": {"stack": [
          {"of": {"filter": "rgb(1-p/2, 1-p/2, 1-p/2)", "of": "from"}}, {"of": "to", "x": "1.5-p"}]}}
        """#.utf8), to: "under.json")
    let shares = try await shares(junction(media.file("under.json")))
    #expect(shares.map { ($0 * 8).rounded() } == [1, 8, 1], "\(shares)")
  }

  @Test("a shader that would make a layer pop out is reversed for the exit", .needsOpenGL)
  func shader() async throws {
    let media = try Media()
    try media.write(
      Array(
        """
        vec4 transition(vec2 uv) {
          vec2 moved = uv - vec2(1.0 - progress, 0.0);
          vec4 from = getFromColor(uv);
          vec4 to = moved.x < 0.0 ? vec4(0.0) : getToColor(moved);
          return vec4(mix(from.rgb, to.rgb, to.a), max(from.a, to.a));
        }
        """.utf8), to: "over.glsl")
    let shares = try await shares(junction(media.file("over.glsl")), .auto)
    #expect(shares.map { ($0 * 8).rounded() } == [1, 8, 1], "\(shares)")
  }
}
