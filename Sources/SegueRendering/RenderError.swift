import SegueFields
import SegueImaging
import SegueMath

/// An error while drawing a frame. Texts are in words, without a full stop.
package enum RenderError: DescribedError {
  /// The GPU's context was lost, or a fence never signalled.
  case deviceLost(String)
  /// The GPU has too little memory; the text names the purpose.
  case outOfMemory(String)
  /// There is no suitable device; the text names the devices that were tried.
  case unavailable(String)
  /// The renderer lacks a feature of the recipe, or the frame's size.
  case unsupported(String)
  /// The device's pixels differ from the CPU renderer's; the text describes the difference.
  case differs(String)
  /// A user's shader does not compile, or does not finish.
  case badShader(ShaderFault)
  /// A recipe has `levels` nested nodes, more than `maximum`.
  case recipeTooDeep(levels: Int, maximum: Int)
  /// A recipe has more nodes and layers (`parts`) than `maximum`.
  case recipeTooLarge(parts: Int, maximum: Int)
  /// An internal error; the text describes it.
  case fault(reason: String)
  /// The job was not done within its time limit, `DrawingOptions.timeLimit`.
  case timedOut(after: Duration)
  /// The drawing was cancelled before the frame was done.
  case cancelled

  /// The failure in words.
  package var reason: String {
    switch self {
    case .deviceLost(let reason), .outOfMemory(let reason), .unavailable(let reason),
      .unsupported(let reason), .differs(let reason), .fault(let reason):
      reason
    case .badShader(let fault): fault.description
    case .recipeTooDeep(let levels, let maximum):
      "a recipe has \(levels) nested nodes; at most \(maximum) can be drawn"
    case .recipeTooLarge(let parts, let maximum):
      "a recipe has \(parts) nodes and layers; at most \(maximum) can be drawn"
    case .timedOut(let limit): "the job did not finish within \(limit)"
    case .cancelled: "the drawing was cancelled"
    }
  }
}

extension RenderError {
  package var code: SegueError.Code {
    switch self {
    case .deviceLost, .outOfMemory: .deviceFailed
    case .unavailable, .unsupported, .differs: .deviceUnavailable
    case .badShader: .invalidData
    case .recipeTooDeep, .recipeTooLarge: .invalidValue
    case .fault: .internalError
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    }
  }

  package var underlying: SegueError? {
    if case .badShader(let fault) = self { SegueError(fault) } else { nil }
  }

  /// The failure in one sentence.
  package var sentence: String {
    switch self {
    case .unavailable(let reason): "no GPU can be used: \(reason)"
    case .fault(let reason): "internal error: \(reason)"
    case .unsupported, .badShader, .recipeTooDeep, .recipeTooLarge, .timedOut, .cancelled: reason
    case .deviceLost, .outOfMemory, .differs: "the GPU failed: \(reason)"
    }
  }
}

/// An error in a user's shader. The description has the shader's name, the line in the user's text,
/// and the compiler's message.
package struct ShaderFault: DescribedError {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// The driver's compiler or linker rejected the shader, with this log.
    case refused(log: String)
    /// The shader did not finish within this many seconds: it is endless, or too slow for this device.
    case stalled(seconds: Double)
  }

  /// The shader's name in messages, for example its path.
  package var name: String
  /// The line of the user's text, from 1; `nil` if unknown.
  package var line: Int?
  /// The text of that line.
  package var lineText: String?
  /// The message of the compiler or of Segue.
  package var message: String
  /// The kind of error.
  package var kind: Kind

  /// A fault of the shader called `name`.
  package init(name: String, line: Int? = nil, lineText: String? = nil, message: String, kind: Kind) {
    self.name = name
    self.line = line
    self.lineText = lineText
    self.message = message
    self.kind = kind
  }
}

extension ShaderFault {
  package var code: SegueError.Code { .invalidData }

  package var sentence: String { "\(name)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
