import Foundation
import SegueRendering
import Synchronization
import Testing
import SegueTransitions

@testable import SegueGPU

@Suite("Watchdog of shaders")
struct WatchdogTests {
  @Test("work past the deadline reports a stalled shader")
  func late() throws {
    let heard = Mutex<ShaderFault?>(nil)
    let done = DispatchSemaphore(value: 0)
    let watchdog = ShaderWatchdog(trialLimit: .milliseconds(1)) { fault in
      heard.withLock { $0 = fault }
      done.signal()
    }
    // The work ends after the call of the handler, on machines of any speed.
    func work() throws(RenderError) { done.wait() }
    let error = failure { () throws(RenderError) in try watchdog.trial(of: "slow.glsl", work) }
    guard case .badShader(let fault)? = error else {
      Issue.record("it is not late")
      return
    }
    #expect(fault.kind == .stalled(seconds: 0.001))
    #expect(heard.withLock { $0 } == fault)
    #expect(fault.name == "slow.glsl")
  }

  @Test("work in time returns its result")
  func inTime() throws {
    let watchdog = ShaderWatchdog { _ in Issue.record("nothing is late") }
    func seven() throws(RenderError) -> Int { 7 }
    func lose() throws(RenderError) { throw .deviceLost("x") }
    let result = try watchdog.frame(of: "a", seven)
    #expect(result == 7)
    let error = failure { () throws(RenderError) in try watchdog.frame(of: "a", lose) }
    #expect(error == .deviceLost("x"))
  }

  private func failure(_ work: () throws(RenderError) -> Void) -> RenderError? {
    do throws(RenderError) {
      try work()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "the line is read from every driver's message",
    arguments: [
      ("0:2(12): error: `x' undeclared", 2, "`x' undeclared"),
      ("0(2) : error C1008: undefined variable \"x\"", 2, "undefined variable \"x\""),
      ("ERROR: 0:2: 'x' : undeclared identifier", 2, "'x' : undeclared identifier"),
      ("0:2(1): warning: odd\n0:3(4): error: wrong", 3, "wrong"), ("0:2000007(3): error: ours", nil, nil),
      ("", nil, "the compiler rejects the shader without a message"),
    ] as [(String, Int?, String?)])
  func logs(log: String, line: Int?, message: String?) {
    let program = ShaderProgram(name: "a", original: "line 1\nline 2\nline 3", text: "", setUp: "")
    let fault = CompilerLog(text: log).fault(of: program)
    #expect(fault.line == line)
    #expect(fault.lineText == line.map { "line \($0)" })
    if let message { #expect(fault.message.contains(message)) }
  }
}
