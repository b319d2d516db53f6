import SegueImaging
import SegueMotion
import SegueRendering

extension Look {
  /// Reads a file.
  /// - Parameters:
  ///   - bytes: the file's JSON.
  ///   - name: the transition's name.
  ///   - path: the file's path, for messages; paths in the file are relative to its folder.
  /// - Returns: the look, and the number of its nodes including nested looks.
  /// - Throws: `LookError` with the first problem, and errors of the resolver.
  package static func read(
    _ bytes: some Collection<UInt8>, name: String, path: String, in resolver: LookResolver
  ) throws -> (look: Look, weight: Int) {
    guard bytes.count <= sizeLimit else { throw LookError(.tooLarge(limit: sizeLimit), at: "", in: path) }
    let syntax: JSONSyntax
    do throws(JSONSyntax.Failure) { syntax = try JSONSyntax(parsing: bytes) } catch {
      throw LookError(.notJSON(line: error.line, expected: error.expected), at: "", in: path)
    }
    let reader = LookReader(path: path, resolver: resolver)
    let look = try reader.look(LookValue(syntax: syntax, place: "", file: path), name: name)
    return (look, reader.weight)
  }
}

/// A reader of the JSON of one look.
private final class LookReader {
  private let path: String
  private let resolver: LookResolver
  /// The number of nodes read, including those of nested looks.
  private(set) var weight = 0
  private var variables = Expression.chainVariables
  private var parameters: [String] = []
  /// The places that name files, by the files' paths.
  private var places: [String: String] = [:]

  init(path: String, resolver: LookResolver) {
    self.path = path
    self.resolver = resolver
  }

  func look(_ file: LookValue, name: String) throws -> Look {
    let object = try file.object(.look)
    let duration = try object["duration"]?.constant() ?? 1
    guard LookForm.durations.contains(duration) else {
      throw (object["duration"] ?? file).error(.expected("seconds from \(Bounds(LookForm.durations).words)"))
    }
    var timing = TimingCurve.linear
    if let value = object["timing"] {
      let text = try value.text("a timing curve")
      do { timing = try TimingCurve(text: text) } catch { throw value.error(.curve(error)) }
    }
    let described =
      try object["parameters"].map { try $0.members().map { try parameter($0.key, $0.value) } } ?? []
    parameters = described.map(\.name)
    var lets: [(name: String, value: LookNumber)] = []
    for (key, value) in try object["let"]?.members() ?? [] {
      try add(key, value)
      lets.append((key, try value.number(variables.filter { $0 != key })))
    }
    let node = try node(object["recipe"] ?? file)
    return Look(
      name: name, path: path, summary: try object["summary"]?.text("a sentence") ?? "A look.",
      source: try object["source"]?.text("a program, paper or article"), duration: duration, timing: timing,
      drag: try object["drag"].flatMap { try direction($0) },
      hasExactEnds: try object["exactEnds"]?.truth() ?? false,
      parameters: described, lets: lets, node: node, filePlaces: places)
  }

  private func direction(_ value: LookValue) throws(LookError) -> Direction? {
    Direction(rawValue: try value.word(Direction.allCases.map(\.rawValue)))
  }

  /// Adds a new name to the variables.
  private func add(_ name: String, _ value: LookValue) throws(LookError) {
    let letters = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }
    let first = name.utf8.first ?? 48
    guard letters, !(48...57).contains(first), name != "pi", !Expression.chainVariables.contains(name) else {
      throw value.error(.badName(name))
    }
    guard !variables.contains(name) else { throw value.error(.repeatedKey(name)) }
    variables.append(name)
  }

  private func parameter(_ name: String, _ value: LookValue) throws(LookError) -> ParameterDescription {
    try add(name, value)
    if try value.members().contains(where: { $0.key == "choices" }) { return try choice(name, value) }
    let object = try value.object(.parameter)
    let start = object["default"] ?? value
    let type = try object["type"]?.word(["float", "int"]) ?? "float"
    let (minimum, maximum) = (try object["minimum"]?.constant(), try object["maximum"]?.constant())
    let number = try start.constant()
    let description = ParameterDescription(
      name: name, type: type == "int" ? .int : .float, default: .number(number), minimum: minimum,
      maximum: maximum, unit: try object["unit"]?.text("the unit in words"),
      summary: try object["summary"]?.text("a sentence") ?? "")
    do throws(ParameterError) { _ = try description.check(.number(number)) } catch {
      throw start.error(.parameter(error))
    }
    return description
  }

  /// Parses a parameter that is one of several words.
  private func choice(_ name: String, _ value: LookValue) throws(LookError) -> ParameterDescription {
    let object = try value.object(.choice)
    let choices = object["choices"] ?? value
    var words: [String] = []
    for word in try choices.list("words in a list") { words.append(try word.text("a word")) }
    guard !words.isEmpty else { throw choices.error(.expected("at least one word")) }
    return .choice(
      name, words, default: try (object["default"] ?? value).word(words),
      try object["summary"]?.text("a sentence") ?? "")
  }

  // MARK: nodes

  func node(_ value: LookValue) throws -> LookNode {
    let node = try form(value)
    for file in node.ownFiles where places[file.path] == nil { places[file.path] = "\(path): \(value.place)" }
    if case .transition(let call, _, _) = node { places.merge(call.description.filePlaces) { $1 } }
    return node
  }

  private func form(_ value: LookValue) throws -> LookNode {
    weight += 1
    guard weight <= LookNode.maximumNodes else {
      throw value.error(.tooManyNodes(limit: LookNode.maximumNodes))
    }
    if case .text(let text) = value.syntax { return try leaf(text, value) }
    let members = try value.members(
      "a picture: \"from\", \"to\", a colour, a path or a node such as {\"mix\": …}")
    let kinds = LookForm.nodes.map { $0.names[0] }
    guard let kind = kinds.firstIndex(where: { kind in members.contains { $0.key == kind } }) else {
      let known = LookForm.nodes.flatMap(\.names)
      let word = members.map(\.key).first { !$0.hasPrefix("_") && !known.contains($0) }
      throw value.error(
        word.map { .unknownKey($0, known: kinds) } ?? .expected("a node such as {\"mix\": …}"))
    }
    let object = try value.object(LookForm.nodes[kind])
    func amount(_ key: String, _ standard: Double = 0) throws(LookError) -> LookNumber {
      try object[key]?.number(variables, LookForm.shares) ?? LookNumber(standard, LookForm.shares)
    }
    func pair(_ key: String) throws -> (LookNode, LookNode) {
      let list = object[key] ?? value
      let two = try list.list("two pictures in a list")
      guard two.count == 2 else { throw list.error(.expected("two pictures in a list")) }
      return (try node(two[0]), try node(two[1]))
    }
    switch kinds[kind] {
    case "filter": return try filter(object["filter"] ?? value, of: object["of"] ?? value)
    case "mix":
      let (a, b) = try pair("mix")
      return .mix(a, b, amount: try amount("amount"))
    case "blend":
      let (a, b) = try pair("blend")
      let mode = try object["mode"]?.word(BlendMode.allCases.map(\.rawValue)) ?? "normal"
      return .blend(a, b, BlendMode(rawValue: mode) ?? .normal, amount: try amount("amount", 1))
    case "matte":
      let (a, b) = try pair("matte")
      return .matte(
        a, b, try field(object["field"] ?? value), progress: try amount("progress"),
        softness: try amount("softness"))
    case "stack":
      let layers = try object["stack"]?.list("a list of layers").map(layer) ?? []
      return .stack(layers, background: try object["background"]?.color() ?? .transparent)
    default:
      let call = try call(object["transition"] ?? value, object["params"], try amount("progress"))
      let (a, b) = try pair("of")
      return .transition(call, a, b)
    }
  }

  private func leaf(_ text: String, _ value: LookValue) throws(LookError) -> LookNode {
    if let role = SnapshotRole(rawValue: text) { return .snapshot(role) }
    if text.hasPrefix("#") { return .color(try value.color()) }
    guard text.contains(".") || text.contains("/") else {
      throw value.error(.unknownWord(text, known: ["from", "to"]))
    }
    return .picture(path: LookPath.resolved(text, beside: path))
  }

  private func layer(_ value: LookValue) throws -> LookLayer {
    let object = try value.object(.layer)
    var layer = LookLayer(node: try node(object["of"] ?? value))
    if let x = object["x"] { layer.x = try x.number(variables, LookForm.places) }
    if let y = object["y"] { layer.y = try y.number(variables, LookForm.places) }
    if let scale = object["scale"] {
      let expected = "a number, or a list of two: horizontal and vertical"
      let parts = if case .list = scale.syntax { try scale.list(expected) } else { [scale] }
      layer.scale = try parts.map { try $0.number(variables, LookForm.places) }
      if case .list = scale.syntax, parts.count != 2 { throw scale.error(.expected(expected)) }
    }
    if let rotate = object["rotate"] { layer.rotate = try rotate.number(variables, LookForm.degrees) }
    if let opacity = object["opacity"] { layer.opacity = try opacity.number(variables, LookForm.shares) }
    if let clip = object["clip"] {
      let sides = "left, top, width and height as fractions of the frame"
      layer.clip = try clip.list(sides).map { try $0.number(variables) }
      guard layer.clip.count == 4 else { throw clip.error(.expected(sides)) }
    }
    if let radius = object["radius"] { layer.radius = try radius.number(variables, LookForm.shares) }
    if let replace = object["replace"] { layer.replaces = try replace.truth() }
    return layer
  }

  private func filter(_ value: LookValue, of input: LookValue) throws -> LookNode {
    let text = try value.text("a chain of filters")
    let filters = try resolver.filters(text)
    do {
      let chain = try FilterChain(parsing: text, variables: variables, filters: filters)
      return .filter(
        chain.resolvingPaths { [path] in LookPath.resolved($0, beside: path) }, at: value.place,
        try node(input))
    } catch let error as FormulaError {
      throw value.error(.formula(error))
    }
  }

  // MARK: transitions and fields

  private func call(_ name: LookValue, _ params: LookValue?, _ progress: LookNumber) throws -> LookCall {
    let text = try name.text("a transition's name or its file")
    switch try resolver.transition(text) {
    case .unknown(let nearest): throw name.error(.unknownTransition(text, nearest: nearest))
    case .recursion: throw name.error(.recursion(text))
    case .transition(let description, let weight):
      self.weight += weight
      guard self.weight <= LookNode.maximumNodes else {
        throw name.error(.tooManyNodes(limit: LookNode.maximumNodes))
      }
      var values: [(name: String, value: LookArgument)] = []
      for (key, value) in try params?.members() ?? [] {
        guard let parameter = description.parameters.first(where: { $0.name == key }) else {
          throw value.error(
            .parameter(
              .unknown(name: key, transition: description.name, known: description.parameters.map(\.name))))
        }
        values.append((key, try argument(value, of: parameter)))
      }
      return LookCall(
        description: description, arguments: LookArguments(place: name.place, values: values),
        progress: progress)
    }
  }

  private func argument(_ value: LookValue, of parameter: ParameterDescription) throws(LookError)
    -> LookArgument
  {
    let bounds = LookNumber.bounds(of: parameter)
    switch (parameter.type, value.syntax) {
    case (.float, _), (.int, _): return .number(try value.number(variables, bounds))
    case (.texture, .text(let text)): return .path(LookPath.resolved(text, beside: path))
    case (_, .list(let list)) where list.count == parameter.type.numberCount:
      var numbers: [LookNumber] = []
      for part in try value.list("numbers") { numbers.append(try part.number(variables, bounds)) }
      return .numbers(numbers)
    case (.bool, .truth(let isTrue)): return .value(.bool(isTrue))
    case (.bool, .text(let text)), (.choice, .text(let text)), (.color, .text(let text)):
      do { return .value(try parameter.parse(text)) } catch { throw value.error(.parameter(error)) }
    default:
      let count = parameter.type.numberCount.map { "\($0) numbers in a list" }
      throw value.error(.expected(count ?? "a \(parameter.type.name)"))
    }
  }

  /// Parses a field: the name of a matte with its parameters, in the syntax of a filter chain.
  private func field(_ value: LookValue) throws -> LookField {
    let text = try value.text("a matte, such as wipe(90)")
    let known = LookField.all
    do throws(FormulaError) {
      let calls = try ChainSyntax(parsing: text).calls
      guard let call = calls.first, let description = known.first(where: { $0.name == call.name }) else {
        throw FormulaError(
          .unknownName(calls[0].name, .field, known: known.map(\.name)), at: calls[0].nameRange, in: text)
      }
      if calls.count > 1 { throw FormulaError(.expected("the end"), at: calls[1].range, in: text) }
      let read = try FilterCall(
        call,
        of: FilterDescription(call.name, "", description.parameters.compactMap(Self.fieldParameter)) {
          input, _ in input
        },
        in: text, variables: parameters)
      var values: [(name: String, value: LookArgument)] = []
      for (argument, parameter) in zip(read.arguments, read.filter.parameters) {
        guard let argument = argument.ofField(parameter, at: value.place, beside: path) else { continue }
        values.append((parameter.name, argument))
      }
      return LookField(
        description: description, arguments: LookArguments(place: value.place, values: values))
    } catch {
      throw value.error(.formula(error))
    }
  }

  /// A matte's parameter, with a type that the syntax of a filter chain has. Returns `nil` for
  /// `softness`, which is a value of the matte's node.
  private static func fieldParameter(_ parameter: ParameterDescription) -> ParameterDescription? {
    var parameter = parameter
    switch (parameter.type, parameter.defaultValue) {
    case _ where parameter.name == "softness": return nil
    case (.bool, .bool(let isTrue)?):
      (parameter.type, parameter.defaultValue) = (.choice(["true", "false"]), .choice(String(isTrue)))
    case (.vec2, _): parameter.type = .points
    default: break
    }
    return parameter
  }
}
