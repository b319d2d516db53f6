/// ffmpeg for the tests: it makes media and describes files.
package enum FFmpeg {
  /// Runs ffmpeg, which must succeed.
  /// - Returns: its output.
  @discardableResult
  package static func run(_ arguments: [String], in folder: String? = nil) async throws -> [UInt8] {
    try await Program("ffmpeg").output(["-nostdin", "-v", "error", "-y"] + arguments, in: folder)
  }

  /// The frames of `input` one after the other, with pixels in `layout`.
  package static func decode(
    _ input: [String], as layout: String, in folder: String? = nil
  ) async throws -> [UInt8] {
    try await run(input + ["-f", "rawvideo", "-pix_fmt", layout, "pipe:1"], in: folder)
  }

  /// ffmpeg's help about a filter.
  package static func help(ofFilter name: String) async throws -> String {
    String(decoding: try await run(["-h", "filter=\(name)"]), as: UTF8.self)
  }

  /// ffprobe's description of the first video stream, with its number of frames.
  package static func probe(_ path: String) async throws -> [String: String] {
    let text = try await Program("ffprobe").output([
      "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_streams", "-of",
      "default=noprint_wrappers=1", "file:" + path,
    ])
    var facts: [String: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "=", maxSplits: 1).map(String.init)
      if words.count == 2 { facts[words[0].replacing("TAG:", with: "")] = words[1] }
    }
    return facts
  }
}

extension [UInt8] {
  /// Raw frames of `byteCount` bytes each; an incomplete frame at the end is dropped.
  package func frames(of byteCount: Int) -> [[UInt8]] {
    stride(from: 0, to: count / byteCount * byteCount, by: byteCount).map { Array(self[$0..<$0 + byteCount]) }
  }
}
