import Foundation
import SegueFilms
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm

/// Lists of transitions, and random transitions.
@Suite("Alternating and random transitions") struct DefaultTransitionTests {
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

  @Test("listed transitions alternate at junctions that name no transition")
  func list() throws {
    let own = FilmJunction(transition: "zoom-in")
    #expect(
      try film("slide,iris,cut", junctions: [.standard, own, .standard, .cut, .standard, .standard])
        == ["slide", "zoom-in", "iris", "(cut)", "cut", "slide"])
    #expect(try film("slide", junctions: [.standard]) == ["(none)"])
  }

  @Test("a seed determines random transitions without direct repetitions")
  func random() throws {
    let junctions = Array(repeating: FilmJunction.standard, count: 2000)
    let drawn = try film("random", junctions: junctions)
    #expect(try drawn == film("random:1", junctions: junctions))
    #expect(try drawn != film("random:2", junctions: junctions))
    #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 })
    #expect(Set(drawn) == Set(Catalogue.builtIn.transitions.map(\.name)))
    // A random transition differs from the explicit one before it.
    let between = try film(
      "random:5", junctions: (0..<400).map { $0 % 2 == 0 ? FilmJunction(transition: "iris") : .standard })
    #expect(between.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element != "iris" })
  }

  @Test("a parameter applies to the transitions that have it", arguments: ["slide,iris", "iris,slide"])
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
    "a note names each transition without the parameter", arguments: ["push,iris", "cut,iris,push"])
  func missingParameters(names: String) throws {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: 5),
      junctions: Array(repeating: .standard, count: 4), output: "film.mp4")
    request.defaults.transition = TransitionChoice(name: names, texts: [(name: "direction", value: "up")])
    #expect(
      try request.takingTurns().notices.messages == ["“direction” has no effect on iris: no such parameter"])
    request.defaults.transition = TransitionChoice(
      name: "push,cover", texts: [(name: "direction", value: "up")])
    #expect(try request.takingTurns().notices.isEmpty)
  }

  @Test(
    "an invalid seed or an empty name is an error",
    arguments: ["random:x", "slide,,iris", "slide,"])
  func refused(text: String) throws {
    #expect(throws: UsageError.self) { try film(text, junctions: [.standard]) }
  }
}
