/// Values by key within a budget of bytes; the least recently used ones are evicted first.
package struct LeastRecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var cost: Int
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  private let budget: Int
  /// The sum of all entries' costs, in bytes.
  package private(set) var cost = 0

  /// An empty cache for `budget` bytes or other units of cost.
  package init(budget: Int) { self.budget = budget }

  package var count: Int { entries.count }

  /// The values in no particular order.
  package var values: [Value] { entries.values.map(\.value) }

  /// The value for `key`. The entry becomes the most recently used one.
  package mutating func value(for key: Key) -> Value? {
    guard var entry = entries[key] else { return nil }
    uses += 1
    entry.lastUse = uses
    entries[key] = entry
    return entry.value
  }

  /// Keeps `value` for a new `key`.
  package mutating func insert(_ value: Value, for key: Key, cost: Int) {
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }

  /// Updates the cost of each value.
  package mutating func recount(_ cost: (Value) -> Int) {
    self.cost = 0
    for (key, entry) in entries {
      let now = cost(entry.value)
      entries[key]?.cost = now
      self.cost += now
    }
  }

  /// Removes and returns the least recently used entries over the budget, and all entries for which
  /// `isDead` is true.
  package mutating func evict(where isDead: (Key, Value) -> Bool = { _, _ in false }) -> [Value] {
    var gone: [Value] = []
    for (key, entry) in entries where isDead(key, entry.value) { gone.append(remove(key, entry)) }
    guard cost > budget else { return gone }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where cost > budget {
      gone.append(remove(key, entry))
    }
    return gone
  }

  /// Removes and returns the value for `key`.
  package mutating func remove(_ key: Key) -> Value? { entries[key].map { remove(key, $0) } }

  /// Removes and returns all values.
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
