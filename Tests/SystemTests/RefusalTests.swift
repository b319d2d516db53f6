import Glibc
import SegueSystem
import Testing

/// Errors because the system refused memory or a thread.
@Suite("Refused memory and threads") struct RefusalTests {
  @Test(
    "the error number identifies refused memory and threads",
    arguments: [
      (ENOMEM, "Cannot allocate memory", true), (EAGAIN, "Resource temporarily unavailable", true),
      (ENOENT, "No such file or directory", false), (EMFILE, "Too many open files", false),
    ])
  func numbers(code: Int32, words: String, isRefusal: Bool) {
    let error = SystemError.unreadable(path: "a", reason: words)
    #expect(SystemError.unopened("a", code) == (isRefusal ? .refused(error) : error))
    #expect("\(SystemError.unopened("a", code))" == "a cannot be read: \(words)")
  }

  @Test("a path with the text of ENOMEM's message is not a memory error")
  func words() {
    let error = SystemError.caused(by: ENOENT) { .cannotCreate(path: "Cannot allocate memory", reason: $0) }
    #expect(error == .cannotCreate(path: "Cannot allocate memory", reason: "No such file or directory"))
  }

  @Test("an error names the input as the request does")
  func names() {
    let error = SystemError.refused(.unreadable(path: "/tmp/copy", reason: "no"))
    #expect(error.naming("/tmp/copy", "a.png") == .refused(.unreadable(path: "a.png", reason: "no")))
  }
}
