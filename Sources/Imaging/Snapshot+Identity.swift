extension Snapshot: Hashable {
  /// Whether both are the same object; two pictures with equal pixels are not.
  public static func == (a: Snapshot, b: Snapshot) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
