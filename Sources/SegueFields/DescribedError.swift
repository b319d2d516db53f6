// No other file of this module imports Foundation. libsegue is built without Foundation, since C programs
// do not use it.
#if SEGUE_NO_FOUNDATION
  package typealias SentenceError = Error
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
  package typealias SentenceError = LocalizedError
#elseif canImport(Foundation)
  import Foundation
  package typealias SentenceError = LocalizedError
#else
  package typealias SentenceError = Error
#endif

/// The details of an error. A module switches over its own error types; programs get a ``SegueError``.
package protocol DescribedError: SentenceError, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error, for programs to switch over.
  var code: SegueError.Code { get }
  /// The path of the part of the request with the error, such as `clips[3]`; `nil` for the whole request.
  var place: String? { get }
  /// The name of the property with the error; `nil` if several or none are concerned.
  var property: String? { get }
  /// The underlying error, if it is one of Segue's.
  var underlying: SegueError? { get }
  /// The error as one sentence without a full stop.
  var sentence: String { get }
}

extension DescribedError {
  package var place: String? { nil }
  package var property: String? { nil }
  package var underlying: SegueError? { nil }
  /// The error as one sentence without a full stop.
  package var description: String { sentence }
  /// The error as one sentence without a full stop, for `localizedDescription`.
  package var errorDescription: String? { sentence }
}

#if !SEGUE_NO_FOUNDATION && (canImport(FoundationEssentials) || canImport(Foundation))
  extension SegueError: LocalizedError {
    /// The error as one sentence without a full stop, the same in every language.
    public var errorDescription: String? { sentence }
  }
#endif
