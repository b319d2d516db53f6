import SegueImaging
import SegueRendering
import TestSupport
import Testing
import SegueTransitions

/// Properties of every built-in, including future ones.
@Suite("Every built-in") struct BuiltInCatalogueTests {
  private func noise(_ size: ImageSize, isOpaque: Bool) -> (Snapshot, Snapshot) {
    (
      Noise.snapshot(size, seed: 5, isOpaque: isOpaque), Noise.snapshot(size, seed: 6, isOpaque: isOpaque)
    )
  }

  @Test(
    "every built-in shows exactly the first picture at the start and the second at the end",
    arguments: BuiltIns.names
  )
  func ends(name: String) throws {
    let transition = try BuiltIns.transition(name)
    for size in BuiltIns.oddSizes {
      let (from, to) = noise(size, isOpaque: false)
      let drawing = Drawing(from: from, to: to)
      let first = try drawing.picture(transition.endpointExactRecipe(at: 0, in: drawing.context))
      let last = try drawing.picture(transition.endpointExactRecipe(at: 1, in: drawing.context))
      #expect(first.equals(from) && last.equals(to))
    }
  }

  @Test(
    "every built-in's recipe at 0 and 1 draws exactly the opaque pictures", arguments: BuiltIns.names)
  func rawEnds(name: String) throws {
    let transition = try BuiltIns.transition(name)
    let (from, to) = noise(BuiltIns.oddSizes[0], isOpaque: true)
    let drawing = Drawing(from: from, to: to)
    #expect(try drawing.picture(transition, 0).equals(from))
    #expect(try drawing.picture(transition, 1).equals(to))
  }

  @Test("every built-in changes between its ends", arguments: BuiltIns.names)
  func changes(name: String) throws {
    let transition = try BuiltIns.transition(name)
    let (from, to) = noise(BuiltIns.oddSizes[0], isOpaque: true)
    let drawing = Drawing(from: from, to: to)
    let middle = try drawing.picture(transition, 0.5)
    #expect(!middle.equals(from) && !middle.equals(to))
    #expect(try !drawing.picture(transition, 0.4).equals(try drawing.picture(transition, 0.25)))
  }

  @Test(
    "every built-in has the same bytes on both renderers",
    .needsOpenGL, arguments: BuiltIns.names)
  func sameBytes(name: String) throws {
    let transition = try BuiltIns.transition(name)
    for size in cases(1, of: BuiltIns.oddSizes) {
      let (from, to) = noise(size, isOpaque: false)
      let cpu = Drawing(from: from, to: to)
      let gpu = try Drawing(onGPUFrom: from, to: to)
      for progress in cases([0.3, 0.8, -0.1, 1.15], full: [0, 0.03, 0.125, 0.5, 0.62, 0.97, 1]) {
        let same = try cpu.picture(transition, progress).equals(gpu.picture(transition, progress))
        #expect(same, "\(name) at \(progress), \(size)")
      }
    }
  }

  /// Transitions that uncover the background or show a colour.
  static let emptied: Set<String> = [
    "slide", "pin-rotate", "zoom-fade", "fade-through", "crop", "fade-grays", "cube", "flip", "doorway",
    "page-curl",
    "page-curl-shadow", "swipe", "copy-machine", "flash", "ripple", "disintegrate", "accordion-fold",
    "ios-push", "ios-pop", "ios-sheet", "ios-sheet-dismiss", "ios-zoom", "ios-flip", "material-container",
    "material-shared-axis", "material-fade-through",
  ]

  @Test(
    "every built-in keeps a uniform colour of both pictures",
    arguments: BuiltIns.names.filter { !emptied.contains($0) })
  func constantStaysConstant(name: String) throws {
    let plain = Pictures.plain(BuiltIns.oddSizes[0], RGBAColor(red: 180, green: 90, blue: 33))
    let drawing = Drawing(from: plain, to: plain)
    let transition = try BuiltIns.transition(name)
    for progress in BuiltIns.progresses {
      #expect(try drawing.picture(transition, progress).equals(plain), "\(name) at \(progress)")
    }
  }

  @Test("every built-in draws a frame for a progress of NaN", arguments: BuiltIns.names)
  func noNumber(name: String) throws {
    let size = BuiltIns.oddSizes[0]
    let transition = try BuiltIns.transition(name)
    let context = TransitionContext(containerSize: size)
    for progress in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      _ = Pictures.plan(transition.endpointExactRecipe(at: progress, in: context), size)
    }
  }

  @Test("infinite blurs and NaN weights can be drawn")
  func boundless() {
    let size = BuiltIns.oddSizes[0]
    let picture = Recipe.snapshot(.from)
    _ = Pictures.plan(picture.gaussianBlurred(sigma: .infinity), size)
    _ = Pictures.plan(picture.smearedAcross(width: .infinity), size)
    let taps = [Double.infinity, .nan, -1].map { AverageTap(.identity, weight: $0) }
    _ = Pictures.plan(.average(picture, taps), size)
  }
}
