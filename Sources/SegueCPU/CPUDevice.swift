import Foundation

/// The processor's name, for the report.
enum CPUDevice {
  /// For example `AMD EPYC, 2 threads`.
  static func description(threads: Int) -> String {
    "\(modelName() ?? "CPU"), \(threads) \(threads == 1 ? "thread" : "threads")"
  }

  /// Linux's `model name`; ARM kernels have none.
  private static func modelName() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("model name") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if !name.isEmpty { return name }
    }
    return nil
  }
}
