/// The parameter sets of a stream that is joined from several streams. Sets of equal content are
/// merged. Numbers are unique.
package struct ParameterSetTable: Sendable {
  package let standard: VideoStandard
  /// The sets in writing order.
  package var sets: [ParameterSet] { entries.map(\.set).sorted { ($0.level, $0.id) < ($1.level, $1.id) } }

  /// A set, and its bytes with the number 0, which identify equal sets.
  private struct Entry: Sendable {
    var set: ParameterSet
    var content: [UInt8]
  }

  private var entries: [Entry] = []

  package init(_ standard: VideoStandard) { self.standard = standard }

  /// Adds the sets of a stream.
  /// - Returns: the new number of each picture parameter set, by its old number. The new number
  ///   shifts the data after it in a slice by whole bytes.
  /// - Throws: `BitstreamError.unsupported` if too few numbers are free. The table is then
  ///   unchanged.
  package mutating func admit(_ stream: [ParameterSet]) throws(BitstreamError) -> [Int: Int] {
    var table = self
    var numbers: [ParameterSet.Level: [Int: Int]] = [:]
    for set in stream.sorted(by: { $0.level < $1.level }) {
      var parent = 0
      if let level = standard.parentLevel(of: set.level) {
        guard let number = numbers[level]?[set.parent] else { throw .malformed }
        parent = number
      }
      numbers[set.level, default: [:]][set.id] = try table.number(of: set, parent: parent)
    }
    self = table
    return numbers[.picture] ?? [:]
  }

  /// Whether the sets of `stream` would fit, if all of them were new.
  package func hasSpace(besides stream: [ParameterSet]) -> Bool {
    ParameterSet.Level.allCases.allSatisfy { level in
      let taken = Set(entries.lazy.filter { $0.set.level == level }.map(\.set.id))
      let free = stream.first { $0.level == level }.map {
        standard.numbers(for: $0).count { !taken.contains($0) }
      }
      return free.map { $0 >= stream.count { $0.level == level } } ?? true
    }
  }

  private mutating func number(of set: ParameterSet, parent: Int) throws(BitstreamError) -> Int {
    let content = try set.renumbered(0, parent: parent).bytes
    let candidates = standard.numbers(for: set)
    let known = entries.first {
      $0.set.level == set.level && $0.content == content && candidates.contains($0.set.id)
    }
    if let known { return known.set.id }
    let taken = Set(entries.lazy.filter { $0.set.level == set.level }.map(\.set.id))
    guard let free = candidates.first(where: { !taken.contains($0) }) else {
      throw .unsupported("more different parameter sets than a stream can have")
    }
    entries.append(Entry(set: try set.renumbered(free, parent: parent), content: content))
    return free
  }
}

extension VideoStandard {
  /// The level of the parameter sets to which sets of `level` refer.
  fileprivate func parentLevel(of level: ParameterSet.Level) -> ParameterSet.Level? {
    switch level {
    case .picture: .sequence
    case .sequence: self == .hevc ? .video : nil
    case .video: nil
    }
  }

  /// The candidate numbers for `set`, its own number first. Slices refer to a picture parameter set
  /// by an Exp-Golomb code. A code whose length differs by whole bytes keeps the bit alignment of
  /// the data after it, which may be arithmetic-coded.
  fileprivate func numbers(for set: ParameterSet) -> [Int] {
    let count =
      switch set.level {
      case .video: 16
      case .sequence: self == .h264 ? 32 : 16
      case .picture: self == .h264 ? 256 : 64
      }
    let length = ExpGolomb.length(of: set.id)
    let others = (0..<count).filter {
      $0 != set.id && (set.level != .picture || (ExpGolomb.length(of: $0) - length) % 8 == 0)
    }
    return [set.id] + others
  }
}
