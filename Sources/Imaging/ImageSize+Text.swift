extension ImageSize {
  /// Reads `WIDTHxHEIGHT`, both from 1 to 16384; `nil` where the text is anything else.
  public init?(_ text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
