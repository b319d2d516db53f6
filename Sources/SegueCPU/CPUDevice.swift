#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor's name, for the report.
enum CPUDevice {
  /// The name, for example `AMD EPYC, 2 threads`.
  static func description(threads: Int) -> String {
    "\(modelName ?? "CPU"), \(threads) \(threads == 1 ? "thread" : "threads")"
  }

  #if canImport(Darwin)
    /// The model, for example `Apple M2`.
    private static var modelName: String? {
      let name = "machdep.cpu.brand_string"
      var count = 0
      guard sysctlbyname(name, nil, &count, nil, 0) == 0, count > 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      guard sysctlbyname(name, &bytes, &count, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #elseif canImport(Glibc) || canImport(Musl)
    /// Linux's `model name`, which ARM kernels do not have.
    private static var modelName: String? {
      guard let file = fopen("/proc/cpuinfo", "re") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 1024)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
        let name = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        if !name.isEmpty { return name.joined(separator: " ") }
      }
      return nil
    }
  #else
    private static var modelName: String? { nil }
  #endif
}
