import Foundation
import Segue
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm

/// Transitions that take turns, and those that are drawn.
@Suite("Turns of transitions") struct TransitionTurnTests {
  private func film(
    _ transition: String, junctions: [FilmJunction], texts: [(name: String, value: String)] = []
  )
    throws -> [String]
  {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: junctions.count + 1), junctions: junctions,
      output: "film.mp4")
    request.defaults.transition = TransitionChoice(name: transition, texts: texts)
    return try request.takingTurns().junctions.map { $0.transition?.name ?? ($0.isCut ? "(cut)" : "(none)") }
  }

  @Test("names take turns at the junctions that have none of their own, which use up no turn")
  func list() throws {
    let own = FilmJunction(transition: "zoom-in")
    #expect(
      try film("slide,iris,cut", junctions: [.standard, own, .standard, .cut, .standard, .standard])
        == ["slide", "zoom-in", "iris", "(cut)", "cut", "slide"])
    #expect(try film("slide", junctions: [.standard]) == ["(none)"])
  }

  @Test("what is drawn is the same for a seed, never twice in a row, and comes to all of the built-ins")
  func random() throws {
    let junctions = Array(repeating: FilmJunction.standard, count: 2000)
    let drawn = try film("random", junctions: junctions)
    #expect(try drawn == film("random:1", junctions: junctions))
    #expect(try drawn != film("random:2", junctions: junctions))
    #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 })
    #expect(Set(drawn) == Set(Catalogue.builtIn.transitions.map(\.name)))
    // A transition of one junction's own is not drawn right behind it.
    let between = try film(
      "random:5", junctions: (0..<400).map { $0 % 2 == 0 ? FilmJunction(transition: "iris") : .standard })
    #expect(between.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element != "iris" })
  }

  @Test("SplitMix64's first numbers are those of its author")
  func numbers() {
    // Seed 1234567, from Rosetta Code's table of the reference program: 6457827717110365317, 3203168211198807973.
    var numbers = TransitionTurns.Numbers(seed: 1_234_567)
    #expect(numbers.next(below: 1_000_000) == 365_317 && numbers.next(below: 1_000_000) == 807_973)
  }

  @Test("a parameter goes to the transitions that have it", arguments: ["slide,iris", "iris,slide"])
  func parameters(names: String) throws {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: 3), junctions: [.standard, .standard],
      output: "film.mp4")
    request.defaults.transition = TransitionChoice(name: names, texts: [(name: "rows", value: "4")])
    let turned = try request.takingTurns().junctions.map(\.transition)
    let own = turned.map { $0?.texts.map(\.value) ?? [] }
    #expect(own == (names.hasPrefix("slide") ? [["4"], []] : [[], ["4"]]))
  }

  @Test(
    "a parameter that one of them has not is a note that names it", arguments: ["push,iris", "cut,iris,push"])
  func missingParameters(names: String) throws {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: 5),
      junctions: Array(repeating: .standard, count: 4), output: "film.mp4")
    request.defaults.transition = TransitionChoice(name: names, texts: [(name: "direction", value: "up")])
    #expect(
      try request.takingTurns().notes == ["“direction” has no effect on iris: no such parameter"])
    request.defaults.transition = TransitionChoice(
      name: "push,cover", texts: [(name: "direction", value: "up")])
    #expect(try request.takingTurns().notes.isEmpty)
  }

  @Test(
    "a seed that is no number, and an empty name, are refused",
    arguments: ["random:x", "slide,,iris", "slide,"])
  func refused(text: String) throws {
    #expect(throws: UsageError.self) { try film(text, junctions: [.standard]) }
  }
}
