// Foundation's only part here; the C library, which no program of Swift sees, is built without it.
#if SEGUE_NO_FOUNDATION
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if !SEGUE_NO_FOUNDATION && (canImport(FoundationEssentials) || canImport(Foundation))
  /// An error whose description is one sentence, in every language the same.
  package protocol DescribedError: LocalizedError, CustomStringConvertible {
    /// The fact as one sentence without a full stop.
    var sentence: String { get }
  }

  extension DescribedError {
    /// As `description`.
    public var errorDescription: String? { sentence }
  }
#else
  /// An error whose description is one sentence, in every language the same.
  package protocol DescribedError: Error, CustomStringConvertible {
    /// The fact as one sentence without a full stop.
    var sentence: String { get }
  }
#endif

extension DescribedError {
  /// The fact as one sentence without a full stop.
  public var description: String { sentence }
}
