import AppWords
import Segue
import Testing

/// A module with Segue's type names. Each type is qualified by its module: `AppWords` or `Segue`.
@Suite("Equal names in two modules") struct NameTests {
  private struct Cut: Segue.Transition {
    let duration = 0.5
    let timing = TimingCurve.linear

    func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
      progress < 0.5 ? .snapshot(.from) : .snapshot(.to)
    }
  }

  @Test("a program can use types of the same name from Segue and another module") func bothAreUsed() throws {
    let theirs: (AppWords.Transition, AppWords.Timeline, AppWords.Node, AppWords.Drag, AppWords.Catalogue) = (
      .init(), .init(), .init(), .init(), .init()
    )
    _ = (theirs, AppWords.Filter())
    #expect(Segue.Filter.chain(.named("median")) == "median")
    let transition: any Segue.Transition = Cut()
    let timeline = Segue.Timeline(duration: 0.5, events: [])
    let drag = Segue.Drag(samples: [
      DragSample(time: 0, translation: 0), DragSample(time: 0.1, translation: 1),
    ])
    #expect(transition.duration == 0.5 && timeline != Segue.Timeline(duration: 1, events: []))
    #expect(drag != Segue.Drag(samples: []))
    #expect(Segue.Fit.cover != .contain && AppWords.Fit.fill == .fill)
    #expect(Segue.Catalogue.builtIn["dissolve"] != nil)
  }
}
