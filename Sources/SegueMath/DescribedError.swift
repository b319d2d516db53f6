// Foundation's only part here; the C library, which no program of Swift sees, is built without it.
#if SEGUE_NO_FOUNDATION
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if !SEGUE_NO_FOUNDATION && (canImport(FoundationEssentials) || canImport(Foundation))
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
