/// Things kept by key within a budget of bytes; what was used longest ago goes first.
package struct LeastRecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var cost: Int
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  private let budget: Int
  /// Bytes of everything that is kept.
  package private(set) var cost = 0

  /// An empty cache for `budget` bytes, or whatever the costs count.
  package init(budget: Int) { self.budget = budget }

  /// The number of entries.
  package var count: Int { entries.count }

  /// The values that are kept, in no order.
  package var values: [Value] { entries.values.map(\.value) }

  /// The value for `key`; this counts as a use.
  package mutating func value(for key: Key) -> Value? {
    guard var entry = entries[key] else { return nil }
    uses += 1
    entry.lastUse = uses
    entries[key] = entry
    return entry.value
  }

  /// Keeps `value` for `key`, which was not there.
  package mutating func insert(_ value: Value, for key: Key, cost: Int) {
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }

  /// Counts again what each thing takes by now.
  package mutating func recount(_ cost: (Value) -> Int) {
    self.cost = 0
    for (key, entry) in entries {
      let now = cost(entry.value)
      entries[key]?.cost = now
      self.cost += now
    }
  }

  /// Takes out entries over the budget, oldest use first, and all that are stale by `isDead`.
  package mutating func evict(where isDead: (Key, Value) -> Bool = { _, _ in false }) -> [Value] {
    var gone: [Value] = []
    for (key, entry) in entries where isDead(key, entry.value) { gone.append(remove(key, entry)) }
    guard cost > budget else { return gone }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where cost > budget {
      gone.append(remove(key, entry))
    }
    return gone
  }

  /// Takes out what is kept for `key`.
  package mutating func remove(_ key: Key) -> Value? { entries[key].map { remove(key, $0) } }

  /// Takes everything out.
  package mutating func removeAll() -> [Value] {
    defer { (entries, cost) = ([:], 0) }
    return values
  }

  private mutating func remove(_ key: Key, _ entry: Entry) -> Value {
    entries[key] = nil
    cost -= entry.cost
    return entry.value
  }
}
