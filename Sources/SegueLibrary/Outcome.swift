import CSegueLibrary
import SegueFields
import SegueRecipes

/// The reason for rejecting a call.
struct Refusal: Error {
  let status: segue_status
  let sentence: String

  /// An invalid argument, in a sentence that names it.
  static func argument(_ sentence: String) -> Refusal {
    Refusal(status: SEGUE_INVALID_ARGUMENT, sentence: sentence)
  }

  /// The status and sentence for an error of the lower modules.
  init(_ error: any Error) {
    if let refusal = error as? Refusal {
      self = refusal
      return
    }
    let error = SegueError(error)
    let status =
      switch error.details {
      case is LookError, is FormulaError, RenderError.recipeTooDeep, RenderError.recipeTooLarge:
        SEGUE_INVALID_DATA
      case RenderError.unsupported: SEGUE_INVALID_ARGUMENT
      default:
        switch error.code {
        case .invalidValue, .unknownName, .conflict: SEGUE_INVALID_ARGUMENT
        default: SEGUE_FAULT
        }
      }
    self.init(status: status, sentence: error.sentence)
  }

  init(status: segue_status, sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}

/// The result of `body`, or `nil` if it throws. Sets the outcome of the thread's last call.
func attempt<Value>(_ body: () throws -> Value) -> Value? {
  do {
    let value = try body()
    segue_thread_set(SEGUE_OK, "")
    return value
  } catch {
    let refusal = Refusal(error)
    segue_thread_set(refusal.status, refusal.sentence)
    return nil
  }
}

/// Runs `body` and sets the outcome of the thread's last call.
func status(_ body: () throws -> Void) -> segue_status {
  attempt(body) == nil ? segue_last_status() : SEGUE_OK
}

/// The text at `pointer`; `nil` for a null pointer.
/// - Throws: `Refusal` if the text is not UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws -> String? {
  guard let pointer else { return nil }
  guard let text = String(validatingCString: pointer) else { throw Refusal.argument("\(name) is not UTF-8") }
  return text
}

/// An object that C programs own through a pointer.
protocol Handle: AnyObject, Sendable {
  /// The object's name in messages, such as `the picture`.
  static var noun: String { get }
}

extension Handle {
  /// A pointer that owns the object.
  var owned: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object at `pointer`.
  /// - Throws: `Refusal` for a null pointer.
  static func at(_ pointer: OpaquePointer?, _ name: String = noun) throws -> Self {
    guard let pointer else { throw Refusal.argument("\(name) is a null pointer") }
    return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Releases a pointer from `owned`.
  static func free(_ pointer: OpaquePointer?) {
    if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
  }
}
