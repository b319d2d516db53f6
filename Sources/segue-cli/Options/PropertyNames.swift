import Segue

extension PropertyNames {
  /// The names of the properties as command line options; a property without an option keeps its name.
  static let flags = PropertyNames(
    { names[$0] ?? $0.rawValue },
    short: { $0 == .size ? "-s" : $0 == .frameRate ? "-r" : names[$0] ?? $0.rawValue })

  private static let names: [RequestProperty: String] = {
    var names: [RequestProperty: String] = [
      .threads: "--threads", .filter: "--filter", .jobs: "--jobs", .workers: "--jobs", .memory: "--memory",
      .retries: "--retry",
    ]
    func add<Request>(_ rows: [OptionRow<Request>]) {
      for row in rows { row.property.map { names[$0] = "--" + row.name } }
    }
    add(JoinCommand.rows)
    add(RenderCommand.rows)
    return names
  }()
}
