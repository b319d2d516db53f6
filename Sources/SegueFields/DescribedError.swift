// The only use of Foundation here; the C library, which no Swift program uses, is built without it.
#if SEGUE_NO_FOUNDATION
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if !SEGUE_NO_FOUNDATION && (canImport(FoundationEssentials) || canImport(Foundation))
  /// An error whose description is one sentence, the same in every language.
  package protocol DescribedError: LocalizedError, CustomStringConvertible {
    /// The error as one sentence without a full stop.
    var sentence: String { get }
  }

  extension DescribedError {
    /// The error as one sentence without a full stop, for `localizedDescription`.
    public var errorDescription: String? { sentence }
  }
#else
  /// An error whose description is one sentence, the same in every language.
  package protocol DescribedError: Error, CustomStringConvertible {
    /// The error as one sentence without a full stop.
    var sentence: String { get }
  }
#endif

extension DescribedError {
  /// The error as one sentence without a full stop.
  public var description: String { sentence }
}
