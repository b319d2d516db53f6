import ArgumentParser
import MediaIO
import Motion
import Segue
import Transitions

/// `segue list`: what can be named on the command line.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the transitions, the timing curves or the output formats.")

  /// What is listed.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case transitions, curves, formats
  }

  @Argument(help: "What is listed.")
  var subject: Subject = .transitions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    switch subject {
    case .transitions: try list(Catalogue.builtIn.transitions.map(TransitionListing.init), line: \.line)
    case .curves: try list(CurveListing.all, line: \.line)
    case .formats: try list(OutputFormat.allCases.map(FormatListing.init), line: \.line)
    }
  }

  private func list<Item: Encodable>(_ items: [Item], line: (Item) -> String) throws {
    if json { return try Console.result(json: items) }
    for item in items { try Console.result(line(item)) }
  }
}
