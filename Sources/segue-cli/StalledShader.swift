import MediaIO
import Rendering

/// What becomes of a shader without an end: the driver cannot be interrupted, so the process ends, and leaves no
/// unfinished file or encoder behind.
enum StalledShader {
  /// Cleans up, says why, and ends the process with 65.
  static func end(_ fault: ShaderFault) {
    EmergencyCleanup.run {
      Console.note(fault.sentence, as: .error)
      // The driver's own clean-up at exit would wait for the shader.
      Console.leave(Failure.Code.badData.rawValue)
    }
  }
}
