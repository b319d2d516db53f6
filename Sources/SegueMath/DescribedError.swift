#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// An error whose description is one sentence, in every language the same.
  package protocol DescribedError: LocalizedError, CustomStringConvertible {}

  extension DescribedError {
    /// As `description`.
    public var errorDescription: String? { description }
  }
#else
  /// An error whose description is one sentence, in every language the same.
  package protocol DescribedError: Error, CustomStringConvertible {}
#endif
