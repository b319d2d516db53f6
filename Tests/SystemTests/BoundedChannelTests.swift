import Foundation
import Testing

@testable import SegueSystem

@Suite("Bounded channels") struct BoundedChannelTests {
  /// Runs events such as `s1 s2 r f r r` and returns the result of each.
  private func play(_ events: String, capacity: Int) -> String {
    var state = BoundedChannelState<String>(capacity: capacity)
    return events.split(separator: " ").map { event -> String in
      switch event.first {
      case "s":
        return switch state.send(String(event.dropFirst())) {
        case true?: "ok"
        case nil: "wait"
        case false?: "closed"
        }
      case "r":
        return switch state.receive() {
        case let element??: element
        case nil: "wait"
        case .some(nil): "end"
        }
      case "f":
        state.finish()
        return "-"
      default: return "[" + state.cancel().joined(separator: ",") + "]"
      }
    }.joined(separator: " ")
  }

  @Test("a full channel blocks the sender")
  func order() {
    #expect(play("r s1 s2 s3 r s3 r r r", capacity: 2) == "wait ok ok wait 1 ok 2 3 wait")
  }

  @Test("a finished channel delivers its waiting elements")
  func finish() {
    #expect(play("s1 s2 f s3 r r r", capacity: 3) == "ok ok - closed 1 2 end")
  }

  @Test("a cancellation returns the undelivered elements")
  func cancel() {
    #expect(play("s1 s2 c s3 r c", capacity: 3) == "ok ok [1,2] closed end []")
  }

  @Test("two threads pass a thousand elements through a channel of capacity 1")
  func threads() {
    let channel = BoundedChannel<Int>(capacity: 1)
    Thread.detachNewThread {
      for number in 0..<1000 { _ = channel.send(number) }
      channel.finish()
    }
    var received: [Int] = []
    while let number = channel.receive() { received.append(number) }
    #expect(received == Array(0..<1000))
  }
}
