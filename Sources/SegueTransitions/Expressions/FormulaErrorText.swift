import SegueImaging

extension FormulaError: DescribedError {
  /// What is wrong, in one sentence.
  public var description: String {
    switch problem {
    case .tooLong(let limit): return "it is longer than \(limit) bytes"
    case .tooDeep(let limit): return "more than \(limit) brackets, signs or powers lie in one another"
    case .tooManyCalls(let limit): return "there are more than \(limit) filters"
    case .strangeCharacter: return "“\(place)” is not known here"
    case .unterminatedText: return "a path without its second quote"
    case .expected(let what):
      return place.isEmpty
        ? "it ends where \(what) should be" : "“\(place)” stands where \(what) should be"
    case .unknownName(let name, let kind, let known): return Self.unknown(name, kind, known)
    case .unknownUnit(let unit):
      return "“\(unit)” is no unit: px is the only one, and products are written with *"
    case .wrongArgumentCount(let function, let found, let least, let most):
      let count = most == least ? "\(least)" : "\(least) or more"
      return "\(function) takes \(count) \(least == 1 && most == 1 ? "argument" : "arguments"), not \(found)"
    case .curve(let error): return "\(error)"
    case .keysDoNotAscend(let progress):
      return "the positions of keys do not rise at progress \(Self.number(progress))"
    case .divisionByZero(let progress): return "a division by zero at progress \(Self.number(progress))"
    case .notANumber(let progress): return "“\(place)” has no value at progress \(Self.number(progress))"
    case .pixelsForNoLength(let parameter): return "\(parameter) is no length, so it has no pixels"
    case .tooManyArguments(let filter, let parameters):
      return parameters.isEmpty
        ? "\(filter) takes no arguments"
        : "\(filter) takes \(parameters.joined(separator: ", ")) and nothing more"
    case .repeatedParameter(let name): return "\(name) is given twice"
    case .missingParameter(let filter, let parameter): return "\(filter) needs its \(parameter)"
    case .wrongKind(let parameter, let expected): return "\(parameter) must be \(expected)"
    case .outOfBounds(let filter, let parameter, let value, let progress, let minimum, let maximum):
      let bounds = [
        minimum.map { "at least \(Self.number($0))" }, maximum.map { "at most \(Self.number($0))" },
      ]
      .compactMap(\.self).joined(separator: " and ")
      return
        "\(filter)'s \(parameter) is \(Self.number(value)) at progress \(Self.number(progress)), but must be \(bounds)"
    case .pointsDoNotAscend(let progress):
      return "the points do not ascend at progress \(Self.number(progress))"
    }
  }

  private static func unknown(_ name: String, _ kind: NameKind, _ known: [String]) -> String {
    let all = known.joined(separator: ", ")
    return switch kind {
    case .variable: "“\(name)” is not known here; use one of \(all)"
    case .function: "there is no function “\(name)”; use one of \(all)"
    case .field: "there is no matte “\(name)”; use one of \(all)"
    case .filter: "there is no filter “\(name)”"
    case .parameter(let filter):
      "\(filter) has no parameter “\(name)”" + (known.isEmpty ? "" : "; it has \(all)")
    case .choice(let parameter): "\(parameter) is “\(name)”, but must be one of \(all)"
    }
  }

  /// A number in few digits.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
