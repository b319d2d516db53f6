import SegueFields
import SegueFilm
import SegueRun
import SegueSystem

extension Batch {
  /// A job, with a key that is unique in the batch. The journal identifies a job by its key, the
  /// path of its output, and the contents of its inputs, in files or in memory. A request that
  /// differs in anything else needs a new key to be rendered again.
  public struct Job: Sendable {
    package let key: String
    /// The hash that identifies the job in the journal.
    package var identity: @Sendable () -> String
    /// Every file that the job reads.
    let inputs: [String]
    /// The output: a file, a folder or a pattern.
    package let output: String
    /// Whether an existing output is always replaced.
    let overwrites: Bool
    /// The error that was found without opening a file.
    package let problem: SegueError?
    /// Makes the output. Replaces an existing output if `overwrites` is true.
    let make: @Sendable (_ overwrites: Bool, RenderPool) async throws -> Result

    /// The render of a transition between two pictures. An error in the request is the job's result.
    public static func render(_ request: RenderRequest, key: String) -> Job {
      Job(RenderJob.self, request, key: key, memoryKeys: { request.memoryKeys }) { .render($0) }
    }

    /// The film of a request, written to its output. An error in the request is the job's result.
    public static func film(_ request: FilmRequest, key: String) -> Job {
      Job(FilmJob.self, request, key: key, memoryKeys: { request.memoryKeys }) { .film($0) }
    }

    private init<Made: SegueRun.Job>(
      _ kind: Made.Type, _ request: Made.Request, key: String,
      memoryKeys: @escaping @Sendable () -> [String],
      result: @escaping @Sendable (Made.Report) -> Result
    ) {
      let output = request.output.path
      var (inputs, problem): ([String], SegueError?) = ([], nil)
      do throws(SegueError) {
        if output.isEmpty || output == "-" {
          throw SegueError(UsageError.conflict(.batchOutput(output)))
        }
        inputs = try Made(request).inputFiles
      } catch {
        problem = error
      }
      self.init(
        key: key,
        identity: {
          let words = [key, OutputPath.absolute(output)] + memoryKeys()
          return ContentHash(Array(words.joined(separator: "\n").utf8)).hash
        }, inputs: inputs, output: output, overwrites: request.output.overwrites, problem: problem
      ) { overwrites, pool in
        var request = request
        request.output.overwrites = overwrites
        return result(try await Made(request, in: pool).report({ _, _ in }, { _ in }))
      }
    }

    package init(
      key: String, identity: @escaping @Sendable () -> String, inputs: [String], output: String,
      overwrites: Bool = false, problem: SegueError? = nil,
      make: @escaping @Sendable (_ overwrites: Bool, RenderPool) async throws -> Result
    ) {
      self.key = key
      self.identity = identity
      self.inputs = inputs
      self.output = output
      self.overwrites = overwrites
      self.problem = problem
      self.make = make
    }
  }
}
