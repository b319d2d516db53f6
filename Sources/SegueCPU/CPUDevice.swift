#if canImport(Darwin)
  import Darwin
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#endif

/// The processor's name, for the report.
enum CPUDevice {
  /// For example `AMD EPYC, 2 threads`.
  static func description(threads: Int) -> String {
    "\(modelName ?? "CPU"), \(threads) \(threads == 1 ? "thread" : "threads")"
  }

  #if canImport(Darwin)
    /// For example `Apple M2`.
    private static var modelName: String? {
      let name = "machdep.cpu.brand_string"
      var count = 0
      guard sysctlbyname(name, nil, &count, nil, 0) == 0, count > 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      guard sysctlbyname(name, &bytes, &count, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #elseif os(Linux) && canImport(FoundationEssentials)
    /// Linux's `model name`; ARM kernels have none.
    private static var modelName: String? {
      guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
      for line in text.split(separator: "\n") where line.hasPrefix("model name") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let name = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        if !name.isEmpty { return name.joined(separator: " ") }
      }
      return nil
    }
  #else
    private static var modelName: String? { nil }
  #endif
}
