import Foundation
import Synchronization

/// Lets jobs begin as long as the memory that they are expected to take stays within a budget; one that needs more than
/// the whole budget runs when no other does.
///
/// **Thread-safety:** may be shared.
final class MemoryBudget: Sendable {
  private struct State {
    var taken = 0
    var holders = 0
    var waiting: [(bytes: Int, resume: CheckedContinuation<Void, Never>)] = []

    /// The first that waits, if there is room for it now.
    mutating func next(_ budget: Int) -> CheckedContinuation<Void, Never>? {
      guard let first = waiting.first, holders == 0 || taken + first.bytes <= budget else { return nil }
      waiting.removeFirst()
      taken += first.bytes
      holders += 1
      return first.resume
    }
  }

  private let budget: Int
  private let state = Mutex(State())

  init(bytes: Int) { budget = bytes }

  /// Waits until there is room for `bytes`, in the order of asking.
  func take(_ bytes: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append((bytes, continuation)) }
      admit()
    }
  }

  /// Gives back what `take` took.
  func give(_ bytes: Int) {
    state.withLock { state in
      state.taken -= bytes
      state.holders -= 1
    }
    admit()
  }

  private func admit() {
    while let continuation = state.withLock({ $0.next(budget) }) { continuation.resume() }
  }

  /// Half of the memory that this process may use: the machine's, or less where a control group says so.
  static func usual() -> Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return ([machine] + groupLimits()).min().map { $0 / 2 } ?? 1 << 30
  }

  /// The limits of this process's control group and of those around it.
  ///
  /// **Source:** cgroup-v2 of the Linux kernel's admin guide: memory.max holds a number of bytes, or `max`.
  private static func groupLimits() -> [Int] {
    func number(_ path: String) -> Int? {
      (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    let own = groups.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(4)
    var limits = [number("/sys/fs/cgroup/memory/memory.limit_in_bytes")]
    var parts = own?.split(separator: "/") ?? []
    while true {
      limits.append(number((["/sys/fs/cgroup"] + parts + ["memory.max"]).joined(separator: "/")))
      if parts.popLast() == nil { return limits.compactMap(\.self).filter { $0 > 0 } }
    }
  }
}
