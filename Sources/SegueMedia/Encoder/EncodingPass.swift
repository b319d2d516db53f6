import SegueSystem

/// A pass of two-pass encoding for a size limit. The first pass stores frame statistics in files
/// whose names begin with `stats`.
package enum EncodingPass: Sendable, Hashable {
  /// Encodes the frames as a single pass would.
  case first(stats: String)
  /// Distributes `bitRate`, in bits per second, among the frames.
  case second(stats: String, bitRate: Int)

  /// Renames the statistics of a completed first pass. ffmpeg numbers the file by the stream's
  /// index over all outputs. The second pass reads the file of stream 0.
  func renameStatistics() throws(SystemError) {
    guard case .first(let stats) = self else { return }
    let folder = OutputPath.folder(of: stats)
    let start = OutputPath.name(of: stats) + "-"
    for name in OutputPath.names(in: folder) where name.hasPrefix(start) && name.hasSuffix(".log") {
      let target = stats + "-0.log"
      let code = OutputPath.rename(folder + "/" + name, to: target, replacing: true)
      if code != 0 { throw .writing(to: target, .system(code)) }
    }
  }
}
