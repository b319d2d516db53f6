#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// An error whose description is one sentence, in every language the same.
  protocol MotionError: LocalizedError, CustomStringConvertible {}

  extension MotionError {
    /// As `description`.
    public var errorDescription: String? { description }
  }
#else
  /// An error whose description is one sentence, in every language the same.
  protocol MotionError: Error, CustomStringConvertible {}
#endif
