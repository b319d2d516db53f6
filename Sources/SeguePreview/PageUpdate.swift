import FoundationEssentials
import SegueFilms
import SegueTools

/// A JSON message to the page: an object with one key.
enum PageUpdate: Encodable {
  /// The pictures, sizes and catalogue; the first message of a transition's page.
  case configuration(Configuration)
  /// The selection.
  case state(State)
  /// The film; the first message of a film's page.
  case film(FilmUpdate)
  /// The commands that reproduce the view at rest.
  case command(Command)
  /// The result of a run or a drag.
  case outcome(Playhead.Outcome)
  /// The result of setting a filter chain; `fault` if it is invalid.
  case filter(FilterPlace, fault: String?)
  /// The reason why an action failed.
  case note(String)
  /// The transition's file has an error.
  case fault(String)
  /// The transition's file is valid again.
  case cured
  /// A frame that could not be drawn: the number of the request, and the error.
  case undrawn(UInt32, String)
  /// A transition whose parameters have changed.
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
    /// The parameters that are set; others have their defaults.
    var parameters: [String: String]
    /// The filter chains by place.
    var filters: [String: String]
    var duration: Double
    var hasDuration: Bool
    var timing: String
    var hasTiming: Bool
    /// x1, y1, x2, y2 of a Bézier curve; `nil` for other curves.
    var handles: [Double]?
    /// The curve's values at evenly spaced times.
    var values: [Double]
    /// The unit vector of a drag that finishes the transition.
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
    /// The number of frames that were written, and of all frames.
    var done = 0
    var total = 0
    /// The id of the finished file; `nil` until then.
    var id: String?
    var name: String?
    var message: String?
  }

  private enum Key: CodingKey {
    case configuration, state, film, command, outcome, filter, text, note, fault, cured, undrawn, sequence,
      transition,
      export
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .configuration(let value): try container.encode(value, forKey: .configuration)
    case .state(let state): try container.encode(state, forKey: .state)
    case .film(let film): try container.encode(film, forKey: .film)
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

  /// The JSON text. All numbers are finite, so encoding cannot fail.
  var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}
