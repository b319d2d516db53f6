import Foundation
import SegueFields
import SegueRendering
import SegueRun
import SegueSystem
import Testing

/// Schemas that are derived from types.
@Suite("Schemas of types") struct TypeSchemaTests {
  private struct Part: Codable {
    var name: String
    var share: Double?
  }

  private struct Whole: Codable {
    var schema: ReportVersion
    var isDone: Bool
    var parts: [Part]
    var ranges: [[Int]]?
    var words: [String: String]
    @Nullable var last: Part?
    var backend: RendererKind
    var rectangle: SIMD4<Int>

    enum CodingKeys: String, CodingKey {
      case schema, parts, ranges, words, last, backend, rectangle
      case isDone = "done"
    }
  }

  private static let part = """
    {"type": "object", "properties": {"name": {"type": "string"}, "share": {"type": "number"}},
     "required": ["name"]}
    """

  @Test("the schema of a notice requires only its kind and its sentence")
  func notices() throws {
    let expected = """
      {"type": "object",
       "properties": {
         "kind": {"enum": ["warning", "note", "loss"]}, "place": {"type": "string"},
         "source": {"type": "string"}, "property": {"type": "string"}, "sentence": {"type": "string"}}}
      """
    let schema = try JSONSchema.of(Notice.self)
    let known = try JSONDecoder().decode(JSONValue.self, from: Data(expected.utf8))
    #expect(schema["properties"] == known["properties"])
    #expect(schema["required"]?.list?.compactMap(\.text) == ["kind", "sentence"])
  }

  @Test("a schema has the keys and types of the encoded values")
  func keys() throws {
    let expected = """
      {"type": "object",
       "properties": {
         "schema": {"const": 1}, "done": {"type": "boolean"},
         "parts": {"type": "array", "items": \(Self.part)},
         "ranges": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}}},
         "words": {"type": "object", "additionalProperties": {"type": "string"}},
         "last": {"anyOf": [\(Self.part), {"type": "null"}]}, "backend": {"enum": ["gpu", "cpu"]},
         "rectangle": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}},
       "required": ["schema", "done", "parts", "words", "last", "backend", "rectangle"]}
      """
    let schema = try JSONSchema.of(Whole.self)
    let found = try #require(schema["properties"])
    let known = try JSONDecoder().decode(JSONValue.self, from: Data(expected.utf8))
    #expect(found == known["properties"] && schema["type"] == known["type"])
    func required(_ schema: JSONValue) -> Set<String> {
      Set(schema["required"]?.list?.compactMap(\.text) ?? [])
    }
    #expect(required(schema) == required(known))
  }
}
