import Foundation
import TestSupport

/// Lists of jobs.
enum Jobs {
  /// A line for a still of the two pictures.
  static func still(_ output: String, _ more: String = "", at progress: Double = 0.5) -> String {
    "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"\(output)\", \"at\": \(progress)\(more)}"
  }
}

extension Outcome {
  /// What the lines of stdout say, by the list's lines.
  var results: [Int: [String: Any]] {
    let lines = text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    return Dictionary(lines.map { ($0["line"] as? Int ?? 0, $0) }, uniquingKeysWith: { $1 })
  }

  /// What became of each job.
  var statuses: [Int: String] { results.compactMapValues { $0["status"] as? String } }
}
