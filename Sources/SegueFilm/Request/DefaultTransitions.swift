import SegueFields
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// A list of transitions for junctions without a transition: `slide,iris,dissolve`, or `random:7`.
struct DefaultTransitions: Sendable {
  /// The names of a list that is repeated; empty for a random sequence of built-in transitions.
  private(set) var names: [String] = []
  private var seed: UInt64 = 1
  /// The number of chosen transitions.
  private(set) var count = 0

  /// Parses `text`; `nil` for the name of one transition.
  /// - Throws: `UsageError.invalidValue`.
  init?(_ text: String) throws(UsageError) {
    if text == "random" { return }
    if text.hasPrefix("random:") {
      guard let given = UInt64(text.dropFirst("random:".count)) else {
        throw .invalidValue(
          option: .transition, value: text,
          expected: "random, or random:SEED with a whole number of 0 or more")
      }
      seed = given
    } else if text.contains(",") {
      names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard !names.contains("") else {
        throw .invalidValue(option: .transition, value: text, expected: "names such as slide,iris")
      }
    } else {
      return nil
    }
  }

  /// The name of the next transition. A random name differs from `before`, the name at the previous junction.
  mutating func next(after before: String?) -> String {
    defer { count += 1 }
    if !names.isEmpty { return names[count % names.count] }
    let others = Catalogue.builtIn.transitions.map(\.name).filter { $0 != before }
    return others[Int(unitHash(seed, UInt64(count), 0) * Double(others.count))]
  }
}

extension TransitionChoice {
  /// The names of the transitions that this choice may yield: its own name, or the names of its list.
  var alternatives: [String] {
    let names = isNamed ? (try? DefaultTransitions(name))?.names ?? [] : []
    return names.isEmpty ? [name] : names
  }
}

extension FilmRequest {
  /// The request, in which each junction without a transition has one from the list or random sequence.
  /// - Throws: `UsageError`.
  func takingTurns() throws -> FilmRequest {
    guard let choice = defaults.transition, choice.isNamed, !choice.isCut else { return self }
    guard (try? library.transition(named: choice.name)) == nil,
      var candidates = try DefaultTransitions(choice.name)
    else {
      // An unknown name is an error even if no junction uses it.
      _ = try library.transition(named: choice.name)
      return self
    }
    for name in candidates.names where name != "cut" { _ = try library.transition(named: name) }
    var request = self
    var before: String?
    func chosen(_ junction: FilmJunction) throws -> FilmJunction {
      var junction = junction
      if junction.transition == nil, !junction.isCut {
        let name = candidates.next(after: before)
        junction.transition = TransitionChoice(name: name, texts: try texts(choice, of: name))
      }
      before = junction.transition?.name
      return junction
    }
    for index in items.indices.dropFirst() {
      request.items[index].junction = try chosen(items[index].junction ?? .standard)
    }
    if cycles { request.closing = try closing.map(chosen) }
    if candidates.count > 0 {
      request.requested[.transition] = nil
      request.requested[.parameters] = nil
      let junctions = request.junctions + (cycles ? [request.closing].compactMap(\.self) : [])
      let taken = Set(junctions.compactMap(\.transition).flatMap(\.texts).map(\.name))
      request.notices += try choice.texts.compactMap { try note(on: $0.name, of: candidates, taken) }
    }
    return request
  }

  /// The note about a default parameter that some or all of the chosen transitions do not have.
  private func note(on name: String, of candidates: DefaultTransitions, _ taken: Set<String>) throws
    -> Notice?
  {
    func note(_ sentence: String) -> Notice { Notice(.note, at: Place("defaults"), of: name, sentence) }
    guard taken.contains(name) else {
      return note("“\(name)” has no effect: no chosen transition has this parameter")
    }
    let others = try candidates.names.filter {
      try $0 != "cut" && !library.transition(named: $0).description.parameters.contains { $0.name == name }
    }
    return others.isEmpty ? nil : note("“\(name)” has no effect on \(others.inWords): no such parameter")
  }

  /// The parameters of `choice` that the transition `name` has. Parameters unknown to all alternatives are
  /// kept, so that they cause an error.
  private func texts(_ choice: TransitionChoice, of name: String) throws -> [(name: String, value: String)] {
    guard !choice.texts.isEmpty, name != "cut" else { return [] }
    let known = Set(try library.transition(named: name).description.parameters.map(\.name))
    let others = choice.alternatives.filter { $0 != name && $0 != "cut" }.flatMap {
      (try? library.transition(named: $0).description.parameters.map(\.name)) ?? []
    }
    return choice.texts.filter {
      known.contains($0.name) || !others.contains($0.name) && choice.alternatives.count > 1
    }
  }
}
