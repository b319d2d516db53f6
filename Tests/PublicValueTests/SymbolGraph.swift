import Foundation
import TestSupport

/// The public API of `import SegueFilms` from the compiler: the symbol graphs of the modules built
/// with the tests.
struct SymbolGraph: Decodable, Sendable {
  struct Symbol: Decodable, Sendable {
    struct Kind: Decodable, Sendable { let identifier: String }
    struct Identifier: Decodable, Sendable { let precise: String }
    struct Fragment: Decodable, Sendable {
      let kind: String
      let spelling: String
      let preciseIdentifier: String?
    }
    struct Parameter: Decodable, Sendable { let declarationFragments: [Fragment] }
    struct Signature: Decodable, Sendable {
      let parameters: [Parameter]?
      let returns: [Fragment]?
    }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let functionSignature: Signature?

    var name: String { pathComponents.joined(separator: ".") }
    var declaration: String { declarationFragments.map(\.spelling).joined() }
    var isRead: Bool { declaration.contains("{ get }") }
    var isConstant: Bool { !declaration.contains("var ") }
    var isProperty: Bool { kind.identifier.hasSuffix("property") }

    /// The types of passed values: a function's parameters, a case's values, the type of a settable
    /// property.
    var passedTypes: [Fragment] {
      let fragments =
        kind.identifier == "swift.enum.case" || isProperty
        ? declarationFragments : (functionSignature?.parameters ?? []).flatMap(\.declarationFragments)
      return fragments.filter { $0.kind == "typeIdentifier" }
    }
  }
  struct Relationship: Decodable, Sendable {
    let kind: String
    let source: String
    let target: String
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// Extracts the graphs of `Segue` and of `SegueFilms`, which takes four seconds.
  static func extracted() async throws -> SymbolGraph {
    let workplace = try Workplace()
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tools/symbols.sh").standardizedFileURL.path
    try await Program(script).output([
      URL(fileURLWithPath: tests).deletingLastPathComponent().path, workplace.path,
    ])
    let graphs = try ["Segue", "SegueFilms"].map { module in
      let json = workplace.bytes("\(module).symbols.json") ?? []
      return try JSONDecoder().decode(SymbolGraph.self, from: Data(json))
    }
    return SymbolGraph(
      symbols: graphs.flatMap(\.symbols), relationships: graphs.flatMap(\.relationships))
  }

  /// The names of all public types.
  var types: Set<String> {
    let kinds: Set = ["swift.struct", "swift.class", "swift.enum", "swift.actor"]
    return Set(symbols.filter { kinds.contains($0.kind.identifier) }.map(\.name))
  }

  /// The names of functions, initialisers, subscripts and cases that take a number or a value with a
  /// number. Settable properties of such types are included, and the methods and computed properties of
  /// such values. Errors are results and are omitted.
  var takingNumbers: Set<String> {
    let known = Dictionary(
      symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
    let owners = Dictionary(
      relationships.filter { $0.kind == "memberOf" }.map { ($0.source, $0.target) },
      uniquingKeysWith: { a, _ in a })
    let errors = Set(
      relationships.filter { $0.kind == "conformsTo" && $0.target == "s:s5ErrorP" }.map(\.source))
    let errorNames = errors.compactMap { known[$0]?.name }
    func isOfError(_ symbol: Symbol) -> Bool { errorNames.contains { symbol.name.hasPrefix($0 + ".") } }
    var holders: Set<String> = []
    func takesNumber(_ symbol: Symbol) -> Bool {
      symbol.passedTypes.contains {
        Self.numbers.contains($0.spelling) || holders.contains($0.preciseIdentifier ?? "")
      }
    }
    var count = -1
    while holders.count != count {
      count = holders.count
      for symbol in symbols where !(symbol.isProperty && symbol.isRead) {
        guard let owner = owners[symbol.identifier.precise], known[owner] != nil, !isOfError(symbol),
          symbol.isProperty || ["swift.init", "swift.enum.case"].contains(symbol.kind.identifier)
            || symbol.functionSignature?.returns?.contains(where: { $0.preciseIdentifier == owner }) == true
        else { continue }
        if takesNumber(symbol) { holders.insert(owner) }
      }
    }
    return Set(
      symbols.filter { symbol in
        let owner = owners[symbol.identifier.precise] ?? ""
        guard Self.kinds.contains(symbol.kind.identifier), !isOfError(symbol),
          symbol.pathComponents.last != "hash(into:)"
        else { return false }
        if symbol.isProperty {
          return !symbol.isConstant && (symbol.isRead ? holders.contains(owner) : takesNumber(symbol))
        }
        return takesNumber(symbol) || (symbol.kind.identifier == "swift.method" && holders.contains(owner))
      }.map(\.name))
  }

  private static let numbers: Set = [
    "Int", "Int32", "Int64", "UInt8", "UInt32", "UInt64", "Float", "Double", "Duration", "SIMD3", "SIMD4",
  ]
  private static let kinds: Set = [
    "swift.enum.case", "swift.func", "swift.func.op", "swift.init", "swift.method", "swift.property",
    "swift.subscript",
    "swift.type.method", "swift.type.property",
  ]
}
