import SegueImaging
import SegueSystem
import TestSupport
import Testing

@testable import SegueRun

@Suite("Cancelled renders") struct CancelledJobTests {
  @Test(
    "a disk that fills while a render is cancelled is reported",
    arguments: [nil, .seconds(300)] as [Duration?])
  func fullDisk(timeLimit: Duration?) async throws {
    let place = try Workplace()
    var request = RenderRequest(
      from: .snapshot(Snapshot(PixelBuffer(size: ImageSize(width: 8, height: 8), color: .black))),
      to: .snapshot(Snapshot(PixelBuffer(size: ImageSize(width: 8, height: 8), color: .white))),
      output: OutputRequest(place.file("out.apng")))
    request.duration = 0.1
    request.drawing.backend = .cpu
    request.drawing.timeLimit = timeLimit
    let job = try RenderJob(request)
    await #expect(throws: SystemError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try await cancellable { cancel in
        try await job.run(onReport: { _ in
          cancel()
          try OutputFile(path: "/dev/full", overwrite: true).finish([1])
        })
      }
    }
    #expect(place.names().isEmpty)
  }
}
