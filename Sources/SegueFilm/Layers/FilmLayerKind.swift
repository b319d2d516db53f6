import SegueFields
import SegueRun
import SegueSystem

/// A kind of layer that a film has at most once, over its titles and overlays.
///
/// The key of a film file, its schema and checks, the losses of a timeline and the loaded layers follow from
/// ``all``.
struct FilmLayerKind: Sendable {
  /// The key at the top level of a film file.
  let field: Field<FilmRequest>
  /// Loads the layers of the film and of its clips, from bottom to top.
  let load: @Sendable (inout FilmLoader) async throws -> [any Layer]

  /// The kinds, from bottom to top.
  static let all: [FilmLayerKind] = [.captions, .progress]
}

/// The command-line option for a kind of layer.
package struct FilmLayerOption: Sendable {
  /// The long name without dashes.
  package let name: String
  package let valueName: String
  package let help: String
  package let keys: FilmKeys
  /// Whether the value begins with a file's path.
  package var takesFile = false
  /// The property that the option sets, for error messages.
  package var property: RequestProperty?
  /// Sets the layer that `word` describes.
  package let set:
    @Sendable (_ word: String, _ request: inout FilmRequest, _ exists: (String) -> Bool) throws(FilmError)
      -> Void
}
