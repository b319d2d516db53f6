import FoundationEssentials
import Segue
import SegueTools

/// A message to the page in words, as JSON: an object with one key.
enum PageNews: Encodable {
  /// The pictures, the sizes and the catalogue; comes first.
  case configuration(Configuration)
  /// The selection.
  case state(State)
  /// The commands that make what is shown at rest.
  case command(Command)
  /// The outcome of a run or an interaction.
  case outcome(Playhead.Outcome)
  /// A chain of filters was taken, or what is wrong with it.
  case filter(FilterPlace, fault: String?)
  /// Something that could not be done.
  case note(String)
  /// The transition's file cannot be used.
  case fault(String)
  /// It can be used again.
  case cured
  /// A frame could not be drawn: which question it answers, and why.
  case undrawn(UInt32, String)
  /// A transition has other parameters than before.
  case transition(Transition)
  /// The progress of an export.
  case export(Export)

  struct Configuration: Encodable {
    var from: String
    var to: String
    var levels: [[Int]]
    var transitions: [Transition]
    var curves: [String]
    var filters: [String]
    var warnings: [String]
  }

  /// A transition of the catalogue.
  struct Transition: Encodable {
    var name: String
    var revision: Int
    var listing: TransitionListing

    init(_ entry: PreviewCatalogue.Entry) {
      (name, revision, listing) = (entry.name, entry.revision, TransitionListing(entry.description))
    }
  }

  struct State: Encodable {
    var transition: String
    /// The given parameters; the others have their defaults.
    var parameters: [String: String]
    /// The chains of filters that there are.
    var filters: [String: String]
    var duration: Double
    var hasDuration: Bool
    var timing: String
    var hasTiming: Bool
    /// x1, y1, x2, y2 where the curve is a Bézier.
    var handles: [Double]?
    /// The curve's values, evenly spread from the start to the end.
    var values: [Double]
    /// The step of a drag that finishes.
    var direction: [Double]
    var loops: Bool

    init(_ selection: Selection, loops: Bool) {
      transition = selection.entry.name
      parameters = selection.values
      filters = [:]
      for place in FilterPlace.allCases { filters[place.rawValue] = selection.texts[keyPath: place.text] }
      duration = selection.effectiveDuration
      hasDuration = selection.duration != nil
      let curve = selection.effectiveTiming
      timing = curve.description
      hasTiming = selection.timing != nil
      switch curve.form {
      case .cubicBezier(let bezier): handles = [bezier.x1, bezier.y1, bezier.x2, bezier.y2]
      case .linear: handles = [0, 0, 1, 1]
      default: handles = nil
      }
      let function = curve.function(over: selection.effectiveDuration)
      values = (0...120).map { function.value(at: function.duration * Double($0) / 120) }
      direction = [selection.direction.x, selection.direction.y]
      self.loops = loops
    }
  }

  struct Command: Encodable, Equatable {
    var video: String
    var frame: String

    init(_ selection: Selection, at progress: Double, _ model: PreviewModel) {
      let recipe = selection.transition.endpointExactRecipe(at: progress, in: model.stage.context)
      let isOpaque = recipe.isOpaque(snapshotsAreOpaque: model.stage.isOpaque)
      func line(_ progress: Double?) -> String {
        ShellQuoting.line(model.command(selection.file(at: progress, hasTransparency: !isOpaque)))
      }
      (video, frame) = (line(nil), line(progress))
    }
  }

  struct Export: Encodable {
    var format: String
    /// Frames that are written, and in all.
    var done = 0
    var total = 0
    /// The id of the finished file, once there is one.
    var id: String?
    var name: String?
    var message: String?
  }

  private enum Key: CodingKey {
    case configuration, state, command, outcome, filter, text, note, fault, cured, undrawn, sequence,
      transition,
      export
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .configuration(let value): try container.encode(value, forKey: .configuration)
    case .state(let state): try container.encode(state, forKey: .state)
    case .command(let command): try container.encode(command, forKey: .command)
    case .outcome(let outcome): try container.encode(outcome, forKey: .outcome)
    case .filter(let place, let fault):
      try container.encode(place.rawValue, forKey: .filter)
      try container.encode(fault ?? "", forKey: .text)
    case .note(let sentence): try container.encode(sentence, forKey: .note)
    case .fault(let sentence): try container.encode(sentence, forKey: .fault)
    case .cured: try container.encode(true, forKey: .cured)
    case .undrawn(let sequence, let sentence):
      try container.encode(sentence, forKey: .undrawn)
      try container.encode(sequence, forKey: .sequence)
    case .transition(let transition): try container.encode(transition, forKey: .transition)
    case .export(let export): try container.encode(export, forKey: .export)
    }
  }

  /// The JSON. Everything in it is finite and can be encoded.
  var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}
