import CSegueLibrary
import SegueRecipes
import SegueTransitions

/// The catalogues as C structures, made once and never freed.
private enum Descriptions {
  nonisolated(unsafe) static let transitions = array(
    Catalogue.builtIn.transitions.map { transition in
      let made = try? transition.transition()
      return description(
        transition.name, transition.summary, transition.source, transition.parameters,
        duration: made?.duration ?? 1,
        timing: made?.timing.description)
    })

  nonisolated(unsafe) static let filters = array(
    FilterCatalogue.builtIn.filters.map {
      description($0.name, $0.summary, $0.source, $0.parameters, duration: 0, timing: nil)
    })

  private static func description(
    _ name: String, _ summary: String, _ source: String, _ parameters: [ParameterDescription],
    duration: Double,
    timing: String?
  ) -> segue_description {
    segue_description(
      name: text(name), summary: text(summary), source: text(source), duration: duration,
      timing: text(timing),
      parameters: UnsafePointer(array(parameters.map(parameter)).baseAddress),
      parameter_count: parameters.count)
  }

  private static func parameter(_ parameter: ParameterDescription) -> segue_parameter {
    var choices: UnsafePointer<UnsafePointer<CChar>?>?
    if case .choice(let words) = parameter.type {
      choices = UnsafePointer(array(words.map(text) + [nil]).baseAddress)
    }
    return segue_parameter(
      name: text(parameter.name), type: text(parameter.type.name),
      value: text(parameter.defaultValue?.description), minimum: parameter.minimum ?? -.infinity,
      maximum: parameter.maximum ?? .infinity, unit: text(parameter.unit), choices: choices,
      summary: text(parameter.summary))
  }

  private static func text(_ text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    return UnsafePointer(array(text.utf8CString.map { $0 }).baseAddress)
  }

  private static func array<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}

@_cdecl("segue_transitions")
package func segueTransitions(_ count: UnsafeMutablePointer<Int>?) -> UnsafePointer<segue_description>? {
  count?.pointee = Descriptions.transitions.count
  return UnsafePointer(Descriptions.transitions.baseAddress)
}

@_cdecl("segue_filters")
package func segueFilters(_ count: UnsafeMutablePointer<Int>?) -> UnsafePointer<segue_description>? {
  count?.pointee = Descriptions.filters.count
  return UnsafePointer(Descriptions.filters.baseAddress)
}

@_cdecl("segue_check_timing")
package func segueCheckTiming(_ curve: UnsafePointer<CChar>?) -> segue_status {
  status {
    guard let curve = try text(curve, "the timing curve") else {
      throw Refusal.argument("the timing curve is a null pointer")
    }
    _ = try TimingCurve(parsing: curve)
  }
}
