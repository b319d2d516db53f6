import SegueRun

/// A job of a batch: its inputs, its output, and the work.
package struct BatchTask: Sendable {
  package struct Output: Sendable {
    package var outputs: [String]
    package var report: any Encodable & Sendable

    package init(outputs: [String], report: any Encodable & Sendable) {
      self.outputs = outputs
      self.report = report
    }
  }

  /// The line in the list, from 1.
  package let line: Int
  /// The job's identity, independent of the order of its keys.
  package let key: String
  /// Every file that the job reads.
  package let inputs: [String]
  /// The output: a file, a folder or a pattern.
  package let output: String
  /// Whether an existing output is always replaced.
  package let overwrites: Bool
  /// Runs the job; `overwrites` is whether an existing output is replaced.
  let make: @Sendable (_ overwrites: Bool, RenderPool) async throws -> Output

  /// A job that calls `make`. Its arguments are whether to replace an existing output, and the pool
  /// to draw in.
  package init(
    line: Int, key: String, inputs: [String], output: String, overwrites: Bool,
    make: @escaping @Sendable (_ overwrites: Bool, RenderPool) async throws -> Output
  ) {
    self.line = line
    self.key = key
    self.inputs = inputs
    self.output = output
    self.overwrites = overwrites
    self.make = make
  }

  /// A render or film job for `request`. Throws the errors that can be detected without opening an
  /// input.
  /// - Throws: as `RenderJob.init` and `FilmJob.init`.
  package init<Made: Job>(line: Int, key: String, _ kind: Made.Type, _ request: Made.Request) throws {
    let job = try Made(request)
    self.init(
      line: line, key: key, inputs: job.inputFiles, output: request.output.path,
      overwrites: request.output.overwrites
    ) { overwrites, pool in
      var request = request
      request.output.overwrites = overwrites
      let report = try await Made(request, in: pool).report({ _, _ in }, { _ in })
      return Output(outputs: report.outputPaths, report: report)
    }
  }
}
