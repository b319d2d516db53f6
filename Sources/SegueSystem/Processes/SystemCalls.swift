import CSegueSpawn
import Glibc

/// Calls of the C library that Swift does not import. Each call is documented in `CSegueSpawn.h`.
enum SystemCalls {
  static func spawn(
    _ program: String, _ words: [UnsafeMutablePointer<CChar>?], _ variables: [UnsafeMutablePointer<CChar>?],
    _ streams: [Int32]
  ) -> (processID: pid_t, code: Int32) {
    var processID: pid_t = 0
    let code = segue_spawn(&processID, program, words, variables, streams[0], streams[1], streams[2])
    return (processID, code)
  }

  static func peek(_ pipe: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    segue_peek_pipe(pipe, bytes.baseAddress, bytes.count)
  }

  static func event() -> Int32 { segue_event() }
  static func signal(_ event: Int32) { segue_signal_event(event) }
}
