import SegueFilm
import SegueRun

/// One job of a batch: what it reads, where it writes, and how it is done.
package struct BatchTask: Sendable {
  /// The result of a job.
  package struct Output: Sendable {
    /// The files.
    package var outputs: [String]
    /// The job's report.
    package var report: any Encodable & Sendable

    /// The files of a job, and its report.
    package init(outputs: [String], report: any Encodable & Sendable) {
      self.outputs = outputs
      self.report = report
    }
  }

  /// Its line in the list, from 1.
  package let line: Int
  /// The same for the same job, whatever the order of its keys.
  package let key: String
  /// Every file that it reads.
  package let inputs: [String]
  /// The output: a file, a folder or a pattern.
  package let output: String
  /// Whether an existing output is replaced in any case.
  package let overwrites: Bool
  /// Does it; told whether an existing output is replaced.
  let make: @Sendable (_ overwrites: Bool, DrawingRoom) async throws -> Output

  /// A job that `make` does: told whether an existing output is replaced, and in which room it draws.
  package init(
    line: Int, key: String, inputs: [String], output: String, overwrites: Bool,
    make: @escaping @Sendable (_ overwrites: Bool, DrawingRoom) async throws -> Output
  ) {
    self.line = line
    self.key = key
    self.inputs = inputs
    self.output = output
    self.overwrites = overwrites
    self.make = make
  }

  /// A render; what can be told to be wrong without opening a picture is told here.
  /// - Throws: as `RenderJob.init`.
  package init(line: Int, key: String, request: RenderRequest) throws {
    let checked = try RenderJob(request)
    self.init(
      line: line, key: key, inputs: checked.inputFiles, output: request.output.path,
      overwrites: request.output.overwrites
    ) { overwrites, room in
      var request = request
      request.output.overwrites = overwrites
      let report = try await RenderJob(request, in: room).run()
      return Output(outputs: report.outputs, report: report)
    }
  }

  /// A film; what can be told to be wrong without opening a clip is told here.
  /// - Throws: as `FilmJob.init`.
  package init(line: Int, key: String, film request: FilmRequest) throws {
    _ = try FilmJob(request)
    self.init(
      line: line, key: key, inputs: request.inputFiles, output: request.output.path,
      overwrites: request.output.overwrites
    ) { overwrites, room in
      var request = request
      request.output.overwrites = overwrites
      let report = try await FilmJob(request, in: room).run()
      return Output(outputs: report.outputs ?? [], report: report)
    }
  }
}
