import SegueFields
import SegueRun
import SegueTransitions

extension Kind<FilmJunction> {
  /// The transition at the start or end of a film or layer: a name, or an object as between two clips.
  private static func end(_ reference: String, isLayer: Bool) -> Kind {
    Kind(
      TextForm("a transition, such as push:0.5", words: { Catalogue.builtIn.transitions.map(\.name) }) {
        (text) throws(Refusal) in
        do throws(FilmError) { return try FilmJunction(parsing: "+" + text) } catch {
          throw Refusal(.error(error))
        }
      },
      JSONForm(JSONSchema.reference(reference)) { object, key in
        if object.value(key)?.text != nil, let name = try object.word(key) {
          return FilmJunction(named: name, in: object)
        }
        return try object.object(key).map { try FilmJunction($0, isLayer: isLayer) }
      }, check: { (junction) throws(Refusal) in try FilmJunction.fields.validate(junction) })
  }

  static var filmEnd: Kind { end("end", isLayer: false) }
  /// The transition at the start or end of a layer. It has neither `sound` nor `overlap`.
  static var layerEnd: Kind { end("layerEnd", isLayer: true) }
}
