import Foundation
import SegueImaging
import SegueRendering
import Testing

@testable import SegueTransitions

@Suite("Transitions of platforms") struct PlatformLookTests {
  private static let size = ImageSize(width: 390, height: 844)
  private static let context = TransitionContext(containerSize: size)

  private func recipe(_ name: String, at progress: Double, _ parameters: (name: String, value: String)...)
    throws -> Recipe
  {
    let transition = try #require(Catalogue.builtIn[name]).transition(parameters)
    return transition.recipe(at: progress, in: Self.context)
  }

  /// Whether `recipe` is the picture of `role`, perhaps through filters.
  private func shows(_ role: SnapshotRole, _ recipe: Recipe) -> Bool {
    switch recipe.content {
    case .node, .matte: recipe.inputs.allSatisfy { shows(role, $0) }
    default: recipe == .snapshot(role)
    }
  }

  /// The layers that place the picture of `role`, each once; layers of inner stacks come first.
  private func layers(_ role: SnapshotRole, in recipe: Recipe) -> [RecipeLayer] {
    recipe.parts.flatMap { part -> [RecipeLayer] in
      guard case .stack(let layers, _) = part.content else { return [] }
      return layers.filter { shows(role, $0.recipe) }
    }
  }

  /// The columns of the left edges of the pictures of `role`, as fractions of the frame's width.
  private func left(_ role: SnapshotRole, in recipe: Recipe) -> [Double] {
    layers(role, in: recipe).map { $0.transform.tx / Double(Self.size.width) }
  }

  private func isNear(_ values: [Double], _ expected: [Double]) -> Bool {
    values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test("a push moves the next screen by its width and the screen below by a third")
  func push() throws {
    for (progress, next, below) in [(0.5, 0.5, -1 / 6.0), (0.25, 0.75, -1 / 12.0), (1, 0, -1 / 3.0)] {
      let recipe = try recipe("ios-push", at: progress)
      #expect(isNear(left(.to, in: recipe), [next]))
      #expect(isNear(left(.from, in: recipe), [below]))
    }
  }

  @Test("a pop moves the lower screen by a third of its width while the top screen leaves")
  func pop() throws {
    for (progress, screen, below) in [(0.5, 0.5, -1 / 6.0), (0.25, 0.25, -0.25), (0, 0, -1 / 3.0)] {
      let recipe = try recipe("ios-pop", at: progress)
      #expect(isNear(left(.from, in: recipe), [screen]))
      #expect(isNear(left(.to, in: recipe), [below]))
    }
  }

  @Test("a push and a pop are mirrored for right-to-left languages")
  func rightToLeft() throws {
    let push = try recipe("ios-push", at: 0.25, ("direction", "right"))
    #expect(isNear(left(.to, in: push), [-0.75]) && isNear(left(.from, in: push), [1 / 12.0]))
    let pop = try recipe("ios-pop", at: 0.25, ("direction", "left"))
    #expect(isNear(left(.from, in: pop), [-0.25]) && isNear(left(.to, in: pop), [0.25]))
    let fields = push.parts.compactMap { part -> String? in
      if case .matte(_, _, let matte) = part.content { matte.field.identifier } else { nil }
    }
    let wipe = try #require(Catalogue.builtIn["wipe"]).transition([(name: "angle", value: "0")])
    guard case .matte(_, _, let matte) = wipe.recipe(at: 0.5, in: Self.context).content else {
      Issue.record("a wipe is a matte")
      return
    }
    #expect(fields == [matte.field.identifier])
  }

  @Test("the shadow of a push is 9 points wide", arguments: [("0", 9.0), ("2", 18.0)])
  func shadow(scale: String, width: Double) throws {
    let recipe = try recipe("ios-push", at: 0.5, ("scale", scale))
    let mattes = recipe.parts.compactMap { part -> Matte? in
      if case .matte(_, _, let matte) = part.content { matte } else { nil }
    }
    #expect(mattes.count == 1)
    #expect(isNear(mattes.map { $0.softness * 390 }, [width]))
  }

  @Test("a cover slides up over the resting screen below")
  func cover() throws {
    let recipe = try recipe("ios-cover", at: 0.25)
    #expect(isNear(layers(.to, in: recipe).map { $0.transform.ty / 844 }, [0.75]))
    #expect(layers(.from, in: recipe).map(\.transform) == [.identity])
  }

  @Test(
    "overshooting curves keep the screens in the frame",
    arguments: [
      "ios-push", "ios-pop", "ios-cover", "ios-sheet", "ios-sheet-dismiss", "material-shared-axis",
    ])
  func overshoot(name: String) throws {
    for (role, progress) in [(SnapshotRole.from, -0.1), (.to, 1.1)] {
      let recipe = try recipe(name, at: progress)
      // A sheet also has a layer of its page's corner, enlarged to the frame; it is left out here.
      let layers = layers(role, in: recipe).filter { $0.transform.a < 2 }
      #expect(!layers.isEmpty && layers.allSatisfy { $0.transform == .identity && $0.opacity == 1 })
    }
  }

  /// The share outside of each different outline at a point of the frame, in pixels. **Source:** the signed
  /// distance of a rounded box by Inigo Quilez, iquilezles.org/articles/distfunctions2d.
  private func outside(_ x: Double, _ y: Double, of recipe: Recipe) -> [Double] {
    let layers = recipe.parts.flatMap { part -> [RecipeLayer] in
      if case .stack(let layers, _) = part.content { layers } else { [] }
    }
    return Set(layers.compactMap(\.outline)).map { outline in
      let (halfWidth, halfHeight, radius) = (outline.width / 2, outline.height / 2, outline.radius)
      let across = abs(x - outline.x - halfWidth) - halfWidth + radius
      let down = abs(y - outline.y - halfHeight) - halfHeight + radius
      let corner = (pow(max(across, 0), 2) + pow(max(down, 0), 2)).squareRoot()
      return min(1, max(0, corner + min(max(across, down), 0) - radius + 0.5))
    }
  }

  @Test("a sheet rises by its height while the screen below shrinks by 8.35 %")
  func sheet() throws {
    let recipe = try recipe("ios-sheet", at: 0.5)
    let card = layers(.to, in: recipe).map { $0.transform.ty / 844 }
    #expect(isNear(card.filter { $0 > 0 }, [0.5]))
    let below = layers(.from, in: recipe).map(\.transform).filter { $0.a < 1 }
    #expect(isNear(below.map(\.a), [1 - 0.0835 / 2]) && isNear(below.map { $0.ty / 844 }, [0.035]))
    // The corners' circles have a radius of 12 points; this point is 0.6 and 0.8 of it from the middle.
    #expect(isNear(outside(12 - 7.2, 422 + 12 - 9.6, of: recipe).filter { $0 > 0 && $0 < 1 }, [0.5]))
  }

  @Test("a sheet's card stops at the inset")
  func inset() throws {
    // Rounded to 84 pixels; the card is half-way between there and the bottom.
    let recipe = try recipe("ios-sheet", at: 0.5, ("inset", "84.4"))
    let card = layers(.to, in: recipe).map(\.transform.ty)
    #expect(isNear(card.filter { $0 > 0 }, [380]))
    #expect(outside(195, 463.5, of: recipe).contains(1) && !outside(195, 464.5, of: recipe).contains(1))
  }

  @Test("the corners of a card in a screenshot are cut off by a radius larger by a fifth")
  func screenshot() throws {
    // The card begins in row 464; this point is 0.6 and 0.8 of 14.4 points from the middle of its corner.
    let recipe = try recipe("ios-sheet", at: 0.5, ("inset", "84.4"))
    #expect(outside(14.4 - 8.64, 464 + 14.4 - 11.52, of: recipe).contains { abs($0 - 0.5) < 1e-6 })
  }

  @Test("the black behind a sheet's page has the alpha of the page's corner")
  func behindPage() throws {
    // The first pixel covers the frame.
    let layers = layers(.from, in: try recipe("ios-sheet", at: 0.5)).filter { $0.transform.a > 844 }
    #expect(isNear(layers.map(\.transform.tx), [0]) && isNear(layers.map(\.transform.ty), [0]))
  }

  @Test(
    "the area above a sheet's card ends in the row where the card begins",
    arguments: [("ios-sheet", 0.9, SnapshotRole.to), ("ios-sheet-dismiss", 0.1, .from)])
  func aboveCard(name: String, progress: Double, role: SnapshotRole) throws {
    for (inset, row) in [("47", 47), ("54", 54), ("84.4", 84), ("162", 162), ("0", 0)] {
      let part = layers(role, in: try recipe(name, at: progress, ("inset", inset))).compactMap(\.clip)
      #expect(part == [PixelRect(x0: 0, y0: 0, x1: 390, y1: row)])
    }
  }

  @Test(
    "the area above a sheet's card is transparent until the moving page is within two points of its end",
    arguments: [("ios-sheet", SnapshotRole.to, 1.0), ("ios-sheet-dismiss", .from, 0.0)])
  func fadingArea(name: String, role: SnapshotRole, end: Double) throws {
    // At 3 % from the end the page is 1.4 points from its place: 0.875 of 54 points in all.
    for (distance, opacity) in [(0.1, 0.0), (0.03, 0), (0.015, 0.5), (0, 1)] {
      let recipe = try recipe(name, at: abs(end - distance), ("inset", "54"))
      #expect(isNear(layers(role, in: recipe).filter { $0.clip != nil }.map(\.opacity), [opacity]))
    }
  }

  @Test("a dismissed sheet is the sheet backwards", arguments: [0.2, 0.5, 0.7])
  func dismissed(progress: Double) throws {
    let sheet = try recipe("ios-sheet", at: 1 - progress, ("inset", "40"))
    let dismissed = try recipe("ios-sheet-dismiss", at: progress, ("inset", "40"))
    for (role, other) in [(SnapshotRole.from, SnapshotRole.to), (.to, .from)] {
      let (a, b) = (layers(role, in: dismissed), layers(other, in: sheet))
      #expect(isNear(a.map(\.transform.a), b.map(\.transform.a)))
      #expect(isNear(a.map(\.transform.ty), b.map(\.transform.ty)))
    }
  }

  @Test(
    "a container and a zoom grow in straight lines from the rectangle to the frame",
    arguments: ["material-container", "ios-zoom"])
  func rectangle(name: String) throws {
    let place = [("left", "0.2"), ("top", "0.4"), ("width", "0.4"), ("height", "0.2"), ("radius", "0")]
    let transition = try #require(Catalogue.builtIn[name])
      .transition(place.map { (name: $0.0, value: $0.1) })
    // Half-way: 0.1 to 0.8 across and 0.2 to 0.8 down.
    let recipe = transition.recipe(at: 0.5, in: Self.context)
    for (x, y, share) in [
      (39.5, 400.0, 0.0), (38.5, 400, 1), (311.5, 400, 0), (312.5, 400, 1), (200, 169.3, 0), (200, 168.3, 1),
      (200, 674.7, 0), (200, 675.7, 1),
    ] {
      #expect(isNear(outside(x, y, of: recipe), [share]), "\(x) \(y)")
    }
  }

  @Test("a rectangle is clipped to the frame", arguments: ["material-container", "ios-zoom"])
  func cutRectangle(name: String) throws {
    // The rectangle is cut to 0.5…1. Half-way to the whole frame, it is 0.25…1.
    let recipe = try recipe(name, at: 0.5, ("left", "0.5"), ("width", "0.8"), ("radius", "0"))
    for (x, share) in [(97.0, 1.0), (98, 0), (389.5, 0), (390.5, 1)] {
      #expect(isNear(outside(x, 422, of: recipe), [share]), "\(x)")
    }
  }

  @Test(
    "a container mixes the card with the next screen until 25 %",
    arguments: [(0, 0), (0.125, 0.5), (0.25, 1)])
  func content(progress: Double, amount: Double) throws {
    let recipe = try recipe("material-container", at: progress)
    #expect(isNear(layers(.to, in: recipe).map(\.opacity), [amount]))
    #expect(layers(.to, in: recipe).allSatisfy { $0.replaces })
  }

  @Test("a container's card stays at the container's bottom edge")
  func card() throws {
    func clipped(_ progress: Double) throws -> [RecipeLayer] {
      let recipe = try recipe("material-container", at: progress, ("radius", "39"), ("scale", "1"))
      return layers(.from, in: recipe).filter { $0.clip != nil }
    }
    let start = try clipped(0)
    #expect(isNear(start.map(\.transform.a), [1, 1]))
    #expect(isNear(start.map(\.transform.tx), [0, 0]) && isNear(start.map(\.transform.ty), [0, 0]))
    // Half-way, the card of 0.8 by 0.2 at (0.1, 0.4) is 0.9 by 0.6 at (0.05, 0.2).
    let half = try clipped(0.5)
    #expect(isNear(half.map(\.transform.a), [1.125, 1.125]))
    #expect(isNear(half.map { $0.transform.ty / 844 }, [0.2 - 0.4 * 1.125, 0.8 - 0.6 * 1.125]))
  }

  @Test(
    "a fade-through ends the outgoing screen at 35 % before the incoming one appears",
    arguments: [(0, 1, 0, 0.92), (0.175, 0.5, 0, 0.934), (0.35, 0, 0, 0.948), (0.675, 0, 0.5, 0.974)])
  func fadeThrough(progress: Double, outgoing: Double, incoming: Double, scale: Double) throws {
    let recipe = try recipe("material-fade-through", at: progress)
    #expect(isNear(layers(.from, in: recipe).map(\.opacity), [outgoing]))
    #expect(isNear(layers(.to, in: recipe).map(\.opacity), [incoming]))
    #expect(isNear(layers(.to, in: recipe).map(\.transform.a), [scale]))
  }

  @Test(
    "a shared axis moves both screens by 30 dp",
    arguments: [
      ("x", "forward", -60.0, 0.0), ("x", "backward", 60, 0), ("y", "forward", 0, -60),
      ("y", "backward", 0, 60),
    ])
  func sharedAxis(axis: String, direction: String, across: Double, down: Double) throws {
    // At the end the outgoing screen has moved the whole distance. At the start the incoming screen has not
    // moved.
    func maps(_ role: SnapshotRole, _ progress: Double) throws -> [AffineMap] {
      let recipe = try recipe(
        "material-shared-axis", at: progress, ("axis", axis), ("direction", direction), ("scale", "2"))
      return layers(role, in: recipe).map(\.transform)
    }
    let out = try maps(.from, 1)
    let come = try maps(.to, 0)
    #expect(isNear(out.map(\.tx), [across]) && isNear(out.map(\.ty), [down]))
    #expect(isNear(come.map(\.tx), [-across]) && isNear(come.map(\.ty), [-down]))
  }

  @Test(
    "a shared z axis scales the screens between 80 % and 110 % in the requested direction",
    arguments: [("forward", 1.1, 0.8), ("backward", 0.8, 1.1)])
  func sharedDepth(direction: String, outgoing: Double, incoming: Double) throws {
    func scale(_ role: SnapshotRole, _ progress: Double) throws -> [Double] {
      let recipe = try recipe("material-shared-axis", at: progress, ("axis", "z"), ("direction", direction))
      return layers(role, in: recipe).map(\.transform.a)
    }
    #expect(isNear(try scale(.from, 1), [outgoing]))
    #expect(isNear(try scale(.to, 0), [incoming]))
    #expect(isNear(try scale(.from, 0), [1]))
    #expect(isNear(try scale(.to, 1), [1]))
  }

  @Test("a fade is opaque at 30 % and grows from 80 %", arguments: [(0.15, 0.5, 0.83), (0.3, 1, 0.86)])
  func fade(progress: Double, opacity: Double, scale: Double) throws {
    let layers = layers(.to, in: try recipe("material-fade", at: progress))
    #expect(isNear(layers.map(\.opacity), [opacity]))
    #expect(isNear(layers.map(\.transform.a), [scale]))
  }

  @Test("a genie pulls the window into the rectangle, over the next picture", arguments: [0.25, 0.6])
  func genie(progress: Double) throws {
    let settings = [("left", 0.2), ("width", 0.1), ("top", 0.9), ("height", 0.05)].map {
      (name: $0.0, value: "\($0.1)")
    }
    let transition = try #require(Catalogue.builtIn["macos-genie"]).transition(settings)
    let recipe = transition.recipe(at: progress, in: Self.context)
    let nodes = recipe.parts.compactMap { part -> Node? in
      if case .node(let node, _) = part.content { node } else { nil }
    }
    // Half a wave each: the sides until 0.4, the slide from 0.3.
    let bent = progress < 0.4 ? 0.691341716182545 : 1
    let slid = progress < 0.3 ? 0 : 0.388739533021843
    #expect(nodes.count == 1)
    #expect(isNear(nodes.flatMap(\.values), [0.2, 0.3, 0.9, 0.95, bent, slid, 0, 1, 0, 1]))
    #expect(layers(.to, in: recipe).map(\.transform) == [.identity])
  }

  @Test("the picture around a genie's window fades to the next one")
  func genieWindow() throws {
    let recipe = try recipe(
      "macos-genie", at: 0.15, ("windowLeft", "0.1"), ("windowTop", "0.25"), ("windowWidth", "0.5"),
      ("windowHeight", "0.5"))
    let nodes = recipe.parts.compactMap { part -> Node? in
      if case .node(let node, _) = part.content { node } else { nil }
    }
    #expect(isNear(nodes.flatMap { $0.values.suffix(4) }, [0.1, 0.6, 0.25, 0.75]))
    let around = layers(.from, in: recipe).filter { $0.clip != nil }
    #expect(isNear(around.map(\.opacity), [0.5, 0.5, 0.5, 0.5]))
    #expect(
      around.map(\.clip) == [
        PixelRect(x0: 0, y0: 0, x1: 390, y1: 211), PixelRect(x0: 0, y0: 633, x1: 390, y1: 844),
        PixelRect(x0: 0, y0: 211, x1: 39, y1: 633), PixelRect(x0: 234, y0: 211, x1: 390, y1: 633),
      ])
  }

  @Test(
    "durations equal the platform's",
    arguments: [
      ("ios-push", 0.35), ("ios-pop", 0.35), ("ios-sheet", 0.5), ("ios-sheet-dismiss", 0.5),
      ("ios-cover", 0.5), ("ios-zoom", 0.5), ("ios-flip", 0.75), ("material-container", 0.3),
      ("material-shared-axis", 0.3), ("material-fade-through", 0.3), ("material-fade", 0.15),
      ("macos-genie", 0.5),
    ])
  func duration(name: String, seconds: Double) throws {
    #expect(try #require(Catalogue.builtIn[name]).transition().duration == seconds)
  }
}
