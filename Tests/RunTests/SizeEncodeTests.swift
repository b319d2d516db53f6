import Foundation
import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem
import Synchronization
import TestSupport
import Testing

@testable import SegueRun

/// A job whose outputs have given numbers of bytes.
private final class CountedJob: Job {
  struct Report: JobReport {
    var outputPaths: [String] = []
    var byteCount = 0
    var notices: [Notice] { [] }
  }

  let request: RenderRequest
  let pool = RenderPool.shared
  private let byteCounts: [Int]
  private let made = Mutex(0)

  init(_ request: RenderRequest, byteCounts: [Int]) {
    self.request = request
    self.byteCounts = byteCounts
  }

  init(_ request: RenderRequest) throws(SegueError) {
    self.request = request
    byteCounts = []
  }

  convenience init(_ request: RenderRequest, in pool: RenderPool) throws { try self.init(request) }

  var inputFiles: [String] { [] }
  var memory: Int { 0 }
  var format: OutputFormat { .webp }
  var isStill: Bool { false }
  var sideStep: Int { 1 }
  var encodes: Int { made.withLock { $0 } }

  func make(
    _ request: RenderRequest, notices: [Notice], _ handlers: JobHandlers<Report>
  ) async throws -> Report {
    let index = made.withLock { made in
      made += 1
      return made - 1
    }
    let output = request.output
    let byteCount = byteCounts[min(index, byteCounts.count - 1)]
    if let accepted = output.acceptedBytes, !accepted.contains(byteCount) {
      throw SizeLimitExceeded(
        byteCount: byteCount, size: ImageSize(width: 480, height: 480), rate: .sixty, frameCount: 60)
    }
    try Data(count: byteCount).write(to: URL(fileURLWithPath: output.path))
    let report = Report(outputPaths: [output.path], byteCount: byteCount)
    try handlers.onReport(report)
    return report
  }
}

/// The encodes for a size limit, and the one that is kept.
@Suite("Encodes for a size limit") struct SizeEncodeTests {
  private let folder: WorkFolder
  private var path: String { folder.file("o.webp") }

  init() throws { folder = try WorkFolder(beside: nil) }

  private func job(_ byteCounts: [Int]) -> CountedJob {
    var request = RenderRequest(from: .file(path: "a"), to: .file(path: "b"), output: "\(path)")
    request.output.byteLimit = 1000
    return CountedJob(request, byteCounts: byteCounts)
  }

  @Test(
    "the largest of the first three encodes that fit takes precedence over later ones",
    arguments: [
      ([1000], 1000), ([2000, 990], 990), ([2000, 800, 950], 950), ([2000, 800, 1001], 800),
      ([2000, 800, 700], 800), ([2000, 1100, 900], 900),
      ([2000, 1100, 1050, 700], 700), ([3000, 2500, 2000, 1500, 1000], 1000),
    ])
  func largest(byteCounts: [Int], kept: Int) async throws {
    let job = job(byteCounts)
    let reports = Mutex<[CountedJob.Report]>([])
    let report = try await job.run(onReport: { report in reports.withLock { $0.append(report) } })
    #expect(job.encodes == byteCounts.count)
    #expect(report.byteCount == kept && report.outputPaths == [path])
    #expect(reports.withLock { $0.last?.outputPaths } == [path])
    #expect(OutputPath.length(of: path) == kept)
    #expect(OutputPath.names(in: folder.path) == ["o.webp"])
  }

  @Test("a limit that no encode meets is an error with the smallest output")
  func impossible() async throws {
    let job = job([2000, 1200, 1100, 1150])
    let error = await #expect(throws: UsageError.self) { try await job.run(onReport: { _ in }) }
    #expect(error.map { "\($0)".contains("at least 1100 bytes") } == true)
    #expect(job.encodes > 3 && OutputPath.names(in: folder.path) == [])
  }
}
