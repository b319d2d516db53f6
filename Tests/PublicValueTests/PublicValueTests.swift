import Foundation
import TestSupport
import Testing

/// No value from a program ends the process or causes an error that is not public.
@Suite(.needs()) struct PublicValueTests {
  private static let graph = Task { try await SymbolGraph.extracted() }

  @Test(
    "a public function returns or throws for every number",
    .timeLimit(.minutes(1)), arguments: PublicValues.all.lines)
  func numbers(_ line: PublicValues.Line) async throws {
    try await line.body(try await Walk(publicTypes: Self.graph.value.types))
  }

  @Test("the table has every public function that takes a number")
  func table() async throws {
    let needed = try await Self.graph.value.takingNumbers
    let listed = PublicValues.all.lines.flatMap(\.names)
    #expect(needed.subtracting(listed).sorted() == [], "public, takes a number, and not in the table")
    #expect(
      Set(listed).subtracting(needed).sorted() == [], "in the table, and not public or without a number")
    #expect(
      Dictionary(grouping: listed) { $0 }.filter { $1.count > 1 }.keys.sorted() == [], "twice in the table")
  }
}
