import FoundationEssentials
import SegueFields
import SegueMotion
import SegueRun

// Fields of a film, whose refusals become `FilmError`s.

extension Fields {
  /// Sets the fields from the settings of an argument.
  package func fill(_ owner: inout Owner, _ settings: FilmSettings) throws(FilmError) {
    for field in list {
      if let key = field.typedName, let value = settings[key] {
        _ = try set(key, value, of: settings.word, &owner)
      }
    }
  }

  /// Sets `key` to the `value` typed in `word`; returns `false` if the key is unknown.
  package func set(
    _ key: String, _ value: String, of word: String, _ owner: inout Owner
  ) throws(FilmError) -> Bool {
    guard let field = list.first(where: { $0.typedName == key }) else { return false }
    do throws(Refusal) { try field.set(value, key, word, &owner) } catch { throw FilmError(error) }
    return true
  }

  /// The values of `owner` in the key of a chunk.
  func fingerprint(of owner: Owner) -> String {
    list.map { "\($0.name)=\(Fingerprint.text(of: $0.value(owner)))" }.joined(separator: " ")
  }

  /// Checks the values of `owner`, the part at `place`.
  func check(_ owner: Owner, _ place: String) throws(FilmError) {
    do throws(Refusal) { try validate(owner) } catch { throw FilmError(error.inside(place)) }
  }
}

extension Kind {
  func check(_ value: Value, _ place: String) throws(FilmError) {
    do throws(Refusal) { try check(value) } catch { throw FilmError(error.inside(place)) }
  }
}

extension Bounds {
  package func check(_ number: Double, _ place: String) throws(FilmError) {
    do throws(Refusal) { try check(number) } catch { throw FilmError(error.inside(place)) }
  }
}

extension FilmError {
  init(_ refusal: Refusal) {
    // The path of a film's own field begins with a dot.
    let place = String(refusal.place.drop { $0 == "." })
    switch refusal.reason {
    case .value(let value, let expected): self = .value(place: place, value: value, expected: expected)
    case .argument(let word, let field, let expected):
      self = .argument(word, of: field, expected: expected)
    case .error(let error as FilmError): self = error
    case .error(let error as TimingCurveError): self = .part(SegueError(error), place: place)
    case .error(let error): self = .file(name: place, reason: error.sentence)
    }
  }
}

extension JSONObject {
  /// The path `text`, relative to the object's file.
  func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + text }

  /// The path of the file `text` beside the object's file, if it exists. Otherwise `text`, which may be a
  /// name, a number, or a file in the current folder.
  func beside(_ text: String) -> String {
    text.contains(".") && FileManager.default.fileExists(atPath: path(text)) ? path(text) : text
  }
}
