import SegueFields
import SegueFilm

extension BatchShare {
  /// The reason why a scheduler's variables yield no share.
  package enum Problem: DescribedError {
    /// A Slurm array with unevenly spaced indices, or an array that was submitted in part.
    case unevenArray
    /// An array job whose number of tasks is unknown.
    case noCount
    /// A variable whose value is not a number, or is outside of the array.
    case badValue(variable: String, value: String)

    package var code: SegueError.Code { .invalidValue }

    package var sentence: String {
      switch self {
      case .unevenArray:
        "this Slurm array is uneven or incomplete; give the share with --shard K/N"
      case .noCount: "AWS Batch does not give the number of children; add --shard auto/N"
      case .badValue(let variable, let value):
        "\(variable) has the invalid value “\(value)”; give the share with --shard K/N"
      }
    }
  }

  /// The share that a scheduler assigns to this process.
  ///
  /// Slurm array tasks (`SLURM_ARRAY_TASK_…`) and AWS Batch array children (`AWS_BATCH_JOB_ARRAY_INDEX`,
  /// `…_SIZE`) have an index and a count. A Kubernetes indexed job (`JOB_COMPLETION_INDEX`) has only an
  /// index.
  /// - Parameter count: the number of shares, if known.
  /// - Returns: `nil` without a scheduler.
  /// - Throws: `Problem`.
  package static func scheduled(
    _ environment: [String: String], count: Int? = nil
  ) throws(Problem) -> BatchShare? {
    func number(_ variable: String) throws(Problem) -> Int? {
      guard let text = environment[variable] else { return nil }
      guard let number = Int(text), number >= 0 else { throw .badValue(variable: variable, value: text) }
      return number
    }
    if let task = try number("SLURM_ARRAY_TASK_ID") {
      let first = try number("SLURM_ARRAY_TASK_MIN") ?? task
      let last = try number("SLURM_ARRAY_TASK_MAX") ?? task
      let step = max(1, try number("SLURM_ARRAY_TASK_STEP") ?? 1)
      let tasks = try number("SLURM_ARRAY_TASK_COUNT") ?? 1
      guard first + (tasks - 1) * step == last, (task - first) % step == 0 else { throw .unevenArray }
      guard let share = BatchShare((task - first) / step + 1, of: count ?? tasks) else { throw .unevenArray }
      return share
    }
    if let place = try number("AWS_BATCH_JOB_ARRAY_INDEX") {
      guard let shares = try number("AWS_BATCH_JOB_ARRAY_SIZE") ?? count else { throw .noCount }
      return try share(place, of: shares, "AWS_BATCH_JOB_ARRAY_INDEX")
    }
    // An indexed job has no count, so it is a share only if `count` is given.
    if let count, let place = try number("JOB_COMPLETION_INDEX") {
      return try share(place, of: count, "JOB_COMPLETION_INDEX")
    }
    return nil
  }

  private static func share(
    _ place: Int, of count: Int, _ variable: String
  ) throws(Problem) -> BatchShare {
    guard let share = BatchShare(place + 1, of: count) else {
      throw .badValue(variable: variable, value: "\(place)")
    }
    return share
  }
}
