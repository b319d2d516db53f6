import Foundation
import Segue
import Testing

/// A long-running service: uploads in; a video, an animation and a still out; half of the tasks are
/// cancelled.
@Suite("Resources of a service", .serialized) struct ServiceTests {
  /// The number of rounds of 50 tasks, from `SEGUE_ROUNDS`.
  private var rounds: Int { ProcessInfo.processInfo.environment["SEGUE_ROUNDS"].flatMap(Int.init) ?? 4 }

  /// The resources of the process: bytes of memory, descriptors, threads and temporary folders.
  private struct Use {
    var memory = 0
    var descriptors = 0
    var threads = 0
    var folders = 0

    init() throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      func number(_ key: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
      }
      (memory, threads) = (number("VmRSS") << 10, number("Threads"))
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      folders = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
        .count { $0.hasPrefix("segue-") || $0.hasPrefix(".segue-") }
    }
  }

  @Test("a service's memory, descriptors, threads and temporary folders do not grow")
  func flat() async throws {
    var pixels = [UInt8](repeating: 255, count: 96 * 54 * 4)
    for index in pixels.indices where index % 4 != 3 { pixels[index] = UInt8(index * 7 % 251) }
    let upload = try await Snapshot(width: 96, height: 54, rgba: pixels).encoded(as: .png)
    let pool = try RenderPool(jobs: 4, memory: 1 << 30)
    let formats = [OutputFormat.mp4, .webp, .png]
    var uses: [Use] = []
    for round in 0..<rounds {
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<50 {
          group.addTask {
            var request = RenderRequest(
              from: .bytes(upload, name: "upload \(number)"), to: .bytes(upload, name: "second"))
            let format = formats[number % 3]
            (request.drawing.pool, request.drawing.backend, request.duration) = (pool, .cpu, 0.2)
            request.stillProgress = format == .png ? 0.5 : nil
            let task = Task { [request] in try await RenderJob.file(of: request, as: format).bytes.count }
            if number % 2 == 1 {
              // A cancellation at an arbitrary moment, which has no event.
              try? await Task.sleep(for: .milliseconds((number * 13 + round * 7) % 60))
              task.cancel()
            }
            do {
              return try await task.value > 0
            } catch {
              if number % 2 == 0 || error as? SegueError != .cancelled { Issue.record("\(number): \(error)") }
              return false
            }
          }
        }
        for await _ in group {}
      }
      uses.append(try Use())
    }
    // The first round fills caches. Nothing grows after it.
    let (first, last) = (uses[min(1, uses.count - 1)], uses[uses.count - 1])
    print("rounds \(rounds): \(first) to \(last)")
    #expect(last.descriptors <= first.descriptors + 2, "\(uses.map(\.descriptors))")
    #expect(last.threads <= first.threads + 4, "\(uses.map(\.threads))")
    #expect(last.folders <= first.folders, "\(uses.map(\.folders))")
    #expect(last.memory < first.memory + 48 << 20, "\(uses.map(\.memory))")
  }
}
