import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering

/// A named transition: its summary, its parameters and its factory.
public struct TransitionDescription: Sendable {
  /// The name on the command line: lower case, words joined by `-`.
  public let name: String
  /// A summary of the look in one sentence.
  public let summary: String
  /// The source of the effect: a program, a paper or an article.
  package let source: String
  /// The parameters, in the order of listings.
  public private(set) var parameters: [ParameterDescription]
  /// The kind of transition.
  package let kind: Kind
  /// The author; `nil` if unknown.
  package let author: String?
  /// The licence; `nil` if unknown.
  package let license: String?
  /// The files that the transition needs, other than pictures of parameters.
  package var files: [FilterChain.File] = []
  /// The place in a look that names each file, keyed by the file's path: `look.json: recipe.mix[0]`.
  package var filePlaces: [String: String] = [:]
  /// Whether the transition needs OpenGL: the CPU renderer does not draw it.
  package var needsOpenGL: Bool
  /// The direction of a drag that drives the transition; `nil` unless a look names it.
  package var drag: Direction?
  /// The text of the look's file, for a built-in that is a look.
  var file: String?
  /// The form of the look for the parameters' values, for a built-in that is a look.
  var form: (@Sendable (ParameterValues) -> BuiltInLooks.Form)?
  private var loadedFiles: [FilterChain.File: FilterFile] = [:]
  private let make: @Sendable (ParameterValues) -> any Transition
  /// Makes the transition as a matte, if it changes pixels in an order.
  private var makeMatte: (@Sendable (ParameterValues) -> MatteTransition)?
  private var look: Look?
  private var playing: (duration: Double, timing: TimingCurve)?

  /// The kind of a transition.
  package enum Kind: String, Sendable {
    /// Recipes that every renderer draws, to the same bytes.
    case builtIn = "built-in"
    /// A shader in the GL Transitions format, which needs OpenGL.
    case glsl
    /// A recipe in a user's file.
    case look
  }

  /// A description of a transition that `make` builds from the values of its parameters.
  /// - Parameters:
  ///   - name: lower case, words joined by `-`; unique in a catalogue.
  ///   - summary: the look in one sentence.
  ///   - source: a program, a paper or an article.
  ///   - parameters: checked when the transition is made.
  ///   - make: reads the values by name and type; called from any thread.
  public init(
    name: String, summary: String, source: String, parameters: [ParameterDescription] = [],
    make: @escaping @Sendable (ParameterValues) -> any Transition
  ) {
    self.init(
      name: name, summary: summary, source: source, parameters: parameters, kind: .builtIn, make: make)
  }

  /// A description with the properties that only the tool displays.
  package init(
    name: String, summary: String, source: String, parameters: [ParameterDescription], kind: Kind,
    author: String? = nil, license: String? = nil,
    make: @escaping @Sendable (ParameterValues) -> any Transition
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.parameters = parameters
    self.kind = kind
    self.author = author
    self.license = license
    needsOpenGL = kind == .glsl
    self.make = make
  }

  /// Describes a transition by a matte.
  static func matte(
    name: String, summary: String, source: String, parameters: [ParameterDescription],
    make: @escaping @Sendable (ParameterValues) -> MatteTransition
  ) -> TransitionDescription {
    var description = TransitionDescription(
      name: name, summary: summary, source: source, parameters: parameters, make: make)
    description.makeMatte = make
    return description
  }

  /// Describes `look`.
  init(_ look: Look) {
    self.init(
      name: look.name, summary: look.summary, source: look.source ?? look.path, parameters: look.parameters,
      kind: .look
    ) { LookTransition(look, $0) }
    (files, filePlaces, needsOpenGL) = (look.node.files, look.filePlaces, look.node.needsOpenGL)
    drag = look.drag
    self.look = look
  }

  /// This transition with the contents of its files.
  package func loading(_ files: [FilterChain.File: FilterFile]) -> TransitionDescription {
    var loaded = self
    loaded.loadedFiles.merge(files) { $1 }
    return loaded
  }

  /// This transition with other defaults for its parameters.
  /// - Throws: `ParameterError`.
  package func setting(_ texts: [(name: String, value: String)]) throws(ParameterError)
    -> TransitionDescription
  {
    var changed = self
    for (name, text) in texts {
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw .unknown(name: name, transition: self.name, known: parameters.map(\.name))
      }
      changed.parameters[index].defaultValue = try parameters[index].parse(text)
    }
    return changed
  }

  /// This transition with a default duration of `duration` seconds and the default curve `timing`.
  package func playing(over duration: Double, timing: TimingCurve) -> TransitionDescription {
    var changed = self
    changed.playing = (duration, timing)
    return changed
  }

  /// The transition with these parameters; other parameters have their defaults.
  /// - Parameter textures: the pictures of texture parameters, by the parameter's name.
  /// - Throws: `SegueError` with the code `unknownName` for a name, and `invalidValue` for a value of the
  ///   wrong type or out of its bounds, for a missing value, for a description that allows no value, and
  ///   if `make` reads an undeclared parameter.
  public func transition(
    _ parameters: KeyValuePairs<String, ParameterValue> = [:], textures: [String: Snapshot] = [:]
  ) throws(SegueError) -> any Transition {
    let values = parameters.map { (name: $0.key, value: $0.value) }
    do { return try transition(values: values, textures: textures) } catch { throw SegueError(error) }
  }

  /// The transition with these parameters, given as text.
  /// - Parameter textures: the pictures of texture parameters, by the parameter's name.
  /// - Throws: `ParameterError`.
  package func transition(
    _ texts: [(name: String, value: String)], textures: [String: Snapshot] = [:]
  ) throws(ParameterError) -> any Transition {
    try transition(values: texts.map { ($0.name, .choice($0.value)) }, textures: textures)
  }

  func transition(
    values: [(name: String, value: ParameterValue)], textures: [String: Snapshot] = [:]
  ) throws(ParameterError) -> any Transition {
    let made = try made(make, values, textures)
    guard let playing else { return made }
    return RetimedTransition(base: made, duration: playing.duration, timing: playing.timing)
  }

  /// Whether the transition changes pixels in an order.
  var isMatte: Bool { makeMatte != nil }

  /// The matte with these parameters; `nil` if the transition is not a matte.
  /// - Throws: as ``transition(_:textures:)``.
  func matte(
    values: [(name: String, value: ParameterValue)] = [], textures: [String: Snapshot] = [:]
  ) throws(ParameterError) -> MatteTransition? {
    guard let makeMatte else { return nil }
    return try made(makeMatte, values, textures)
  }

  /// The look with these parameters; `nil` if the transition is not a look.
  /// - Throws: as ``transition(_:textures:)``.
  func look(
    values: [(name: String, value: ParameterValue)], textures: [String: Snapshot]
  ) throws(ParameterError) -> LookTransition? {
    guard let look else { return nil }
    return try made({ LookTransition(look, $0) }, values, textures)
  }

  private func made<Value>(
    _ make: (ParameterValues) -> Value, _ given: [(name: String, value: ParameterValue)],
    _ textures: [String: Snapshot]
  ) throws(ParameterError) -> Value {
    var values = try ParameterValues(values: given, for: self, textures: textures)
    values.files = loadedFiles
    let made = make(values)
    try values.check()
    return made
  }
}

/// A transition with another duration and another curve.
struct RetimedTransition: Transition {
  let base: any Transition
  let duration: Double
  let timing: TimingCurve

  var endsAreExact: Bool { base.endsAreExact }

  /// The recipe of `base`.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    base.recipe(at: progress, in: context)
  }

  func check(in context: TransitionContext, at progresses: [Double]) throws {
    try base.check(in: context, at: progresses)
  }
}
