import SegueFields

extension TransitionDescription {
  /// Reads a look: a transition as JSON, in the format of `docs/looks.md`. It may name the built-in
  /// transitions and filters.
  /// - Parameters:
  ///   - json: the text, up to 128 KiB.
  ///   - name: the transition's name, which errors contain too.
  /// - Throws: `SegueError` with the code `invalidData` for the first problem, and for a look that needs a
  ///   file.
  public init(look json: String, name: String) throws(SegueError) {
    do { try self.init(text: json, name: name) } catch { throw SegueError(error) }
  }

  private init(text json: String, name: String) throws {
    let resolver = LookResolver { named in
      guard let found = Catalogue.builtIn[named] else { return .unknown(nearest: nil) }
      return .transition(found, weight: 1)
    }
    self = try Look.read(Array(json.utf8), name: name, path: name, in: resolver).look.description
    if let file = files.first {
      throw LookError(
        .expected("a filter that needs no file, since a look in memory has none"), at: "",
        in: filePlaces[file.path] ?? name)
    }
  }
}
