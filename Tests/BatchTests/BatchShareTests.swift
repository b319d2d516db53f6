import SegueBatch
import SegueFilm
import Testing

/// Shares by number, and shares assigned by schedulers.
@Suite("Shares of a batch") struct BatchShareTests {
  @Test("every job is in exactly one share", arguments: [1, 2, 3, 7])
  func partition(count: Int) throws {
    let shares = try (1...count).map { try #require(BatchShare($0, of: count)) }
    for index in 0..<100 { #expect(shares.count { $0.holds(index) } == 1) }
    #expect(BatchShare(0, of: count) == nil && BatchShare(count + 1, of: count) == nil)
  }

  @Test("a Slurm task has share (ID − MIN) / STEP + 1 of COUNT")
  func slurm() throws {
    func share(_ id: Int, _ first: Int, _ last: Int, _ step: Int, _ count: Int) throws -> String? {
      try BatchShare.scheduled([
        "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)", "SLURM_ARRAY_TASK_MAX": "\(last)",
        "SLURM_ARRAY_TASK_STEP": "\(step)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
      ])?.description
    }
    #expect(try share(1, 1, 4, 1, 4) == "1/4")
    #expect(try share(0, 0, 3, 1, 4) == "1/4")
    #expect(try share(15, 5, 20, 5, 4) == "3/4")
    // --array=2,5,9 has no even steps.
    #expect(throws: BatchShare.Problem.unevenArray) { try share(5, 2, 9, 1, 3) }
    #expect(try BatchShare.scheduled([:]) == nil)
    #expect(throws: BatchShare.Problem.badValue(variable: "SLURM_ARRAY_TASK_ID", value: "x")) {
      try BatchShare.scheduled(["SLURM_ARRAY_TASK_ID": "x"])
    }
  }

  @Test("a share is read from the array variables of AWS Batch and Kubernetes")
  func others() throws {
    let aws = ["AWS_BATCH_JOB_ARRAY_INDEX": "2", "AWS_BATCH_JOB_ARRAY_SIZE": "5"]
    #expect(try BatchShare.scheduled(aws)?.description == "3/5")
    #expect(throws: BatchShare.Problem.noCount) {
      try BatchShare.scheduled(["AWS_BATCH_JOB_ARRAY_INDEX": "2"])
    }
    let kubernetes = ["JOB_COMPLETION_INDEX": "7"]
    #expect(try BatchShare.scheduled(kubernetes) == nil)
    #expect(try BatchShare.scheduled(kubernetes, count: 8)?.description == "8/8")
    #expect(throws: BatchShare.Problem.badValue(variable: "JOB_COMPLETION_INDEX", value: "7")) {
      try BatchShare.scheduled(kubernetes, count: 7)
    }
  }
}
