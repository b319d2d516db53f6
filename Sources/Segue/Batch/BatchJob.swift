import SegueMedia

/// One job of a batch: what it reads, where it writes, and how it is done.
///
/// **Thread-safety:** a value.
package struct BatchJob: Sendable {
  /// What a job made.
  package struct Made: Sendable {
    /// The files.
    package var outputs: [String]
    /// What is reported of it.
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
  /// Where its output goes: a file, a folder or a pattern.
  package let output: String
  /// Whether an existing output is replaced in any case.
  package let overwrites: Bool
  /// About how many bytes it takes at its peak.
  let memory: @Sendable (BatchWorker) -> Int
  /// Does it; told whether an existing output is replaced.
  let make: @Sendable (_ overwrites: Bool, BatchWorker) async throws -> Made

  /// A job that `make` does: told whether an existing output is replaced, and which worker it runs on.
  /// - Parameter memory: about how many bytes it takes at its peak.
  package init(
    line: Int, key: String, inputs: [String], output: String, overwrites: Bool,
    memory: @escaping @Sendable (BatchWorker) -> Int = { _ in 0 },
    make: @escaping @Sendable (_ overwrites: Bool, BatchWorker) async throws -> Made
  ) {
    self.line = line
    self.key = key
    self.inputs = inputs
    self.output = output
    self.overwrites = overwrites
    self.memory = memory
    self.make = make
  }

  /// A render; what can be told to be wrong without opening a picture is told here.
  /// - Throws: as `RenderJob.init`.
  package init(line: Int, key: String, request: RenderRequest) throws {
    let checked = try RenderJob(request)
    self.init(
      line: line, key: key, inputs: checked.inputFiles, output: request.output,
      overwrites: request.overwrites,
      memory: { [plan = checked.output] in JobMemory.bytes(of: request, plan, pictures: $0.pictures) }
    ) { overwrites, worker in
      var request = request
      request.overwrites = overwrites
      request.threads = request.threads ?? worker.threads
      let report = try await RenderJob(request, on: worker).run()
      return Made(outputs: report.outputs, report: report)
    }
  }

  /// A film; what can be told to be wrong without opening a clip is told here.
  /// - Throws: as `FilmJob.init`.
  package init(line: Int, key: String, film request: FilmRequest) throws {
    _ = try FilmJob(request)
    self.init(
      line: line, key: key, inputs: request.inputFiles, output: request.render.output,
      overwrites: request.render.overwrites, memory: { _ in JobMemory.bytesOfFilm(request.render.size) }
    ) { overwrites, worker in
      var request = request
      request.render.overwrites = overwrites
      request.render.threads = request.render.threads ?? worker.threads
      let report = try await FilmJob(request).run()
      return Made(outputs: report.outputs ?? [], report: report)
    }
  }
}

extension FilmRequest {
  /// Every file that the film is made of, as far as that can be told without opening a clip: clips and music, the files
  /// that describe it, and those of its transitions and their parameters.
  package var inputFiles: [String] {
    let clips = clips.compactMap(\.path)
    let names = junctions.map { $0.transition?.name ?? render.transitionName } + [render.transitionName]
    let transitions = Set(names).sorted().flatMap { name -> [String] in
      (try? render.library.transition(named: name))?.files ?? []
    }
    let values = (render.parameters + junctions.flatMap(\.parameters)).map(\.value)
    let others = values.filter { FileStamp(path: $0) != nil } + filterPaths
    var seen: Set<String> = []
    return (clips + music.map(\.path) + files + transitions + others).filter { seen.insert($0).inserted }
  }
}
