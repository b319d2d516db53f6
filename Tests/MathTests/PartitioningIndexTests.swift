import SegueMath
import Testing

@Suite("Binary search") struct PartitioningIndexTests {
  @Test("the first index past a limit is found", arguments: 0...9)
  func limits(count: Int) {
    for start in [-3, 0, 5] {
      let range = start..<(start + count)
      for limit in range.lowerBound...range.upperBound {
        #expect(range.partitioningIndex { $0 >= limit } == limit, "\(range), \(limit)")
      }
    }
  }

  @Test("a search in a million indices tests at most 20")
  func looks() {
    var looks = 0
    let found = (0..<1_000_000).partitioningIndex { index in
      looks += 1
      return index >= 123_456
    }
    #expect(found == 123_456 && looks <= 20)
  }
}
