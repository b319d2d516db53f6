import Foundation
import Imaging
import MediaIO
import Testing

@testable import Segue

/// What this process holds, as the system counts it.
private enum Holdings {
  static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  static var residentBytes: Int {
    let words =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

@Suite struct FlatnessTests {
  @Test("a hundred renders in one process keep no descriptors, no threads and no memory")
  func hundredRenders() async {
    await #expect(processExitsWith: .success) {
      let folder = NSTemporaryDirectory() + "segue-flat-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let picture = folder + "/a.png"
      let buffer = PixelBuffer(size: ImageSize(width: 64, height: 48), color: .white)
      let file = try PNGEncoder().encode(
        UnsafeRawBufferPointer(buffer.bytes), size: buffer.size, hasAlpha: false)
      try Data(file).write(to: URL(fileURLWithPath: picture))

      func render(_ index: Int) async throws {
        var request = RenderRequest(
          from: .file(path: picture), to: .file(path: picture),
          output: folder + (index % 3 == 0 ? "/out.y4m" : "/out.webp"))
        request.duration = 0.1
        request.overwrites = true
        request.backend = index % 4 == 0 ? .gpu : .auto
        #expect(try await RenderJob(request).run().frames == 7)
      }

      // The C library keeps what is freed: its hoard is full after some tens of renders
      // with a GPU, which take the most, give or take 50 MB. What is lost by every render shows above that.
      for index in 0..<60 { try await render(index * 4) }
      let (descriptors, threads, bytes) = (Holdings.descriptors, Holdings.threads, Holdings.residentBytes)
      for index in 0..<100 { try await render(index) }
      #expect(Holdings.descriptors <= descriptors)
      #expect(Holdings.threads <= threads + 8)
      #expect(Holdings.residentBytes - bytes < 96 << 20, "\((Holdings.residentBytes - bytes) >> 10) KiB more")
    }
  }
}
