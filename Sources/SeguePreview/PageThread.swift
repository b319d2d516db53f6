import Dispatch
import FoundationEssentials
import Glibc
import Segue
import Synchronization

/// A page's own thread: it takes in everything that has happened, advances, and draws the newest question once.
///
/// Nothing queues: a question that comes while a frame is being drawn or sent replaces the one before it, and events
/// wait for the next frame.
///
/// **Thread-safety:** every method may be called from any thread.
final class PageThread: Sendable {
  /// A message to the page.
  enum Reply: Sendable {
    case text([UInt8])
    /// `sent` is to be called when the connection has taken it.
    case frame(FrameHeader, VideoFrame)
    /// A mistake that a page of ours does not make: the connection is to be closed.
    case refusal
  }

  private struct Inbox {
    var question: PageMessage?
    var events: [PageMessage.Event] = []
    var changes: [SubjectChange] = []
    var isSending = false
    var isClosed = false
  }

  private let subject: any PreviewSubject
  private let exporter: Exporter
  private let reply: @Sendable (Reply) -> Void
  private let inbox = Mutex(Inbox())
  private let wake = DispatchSemaphore(value: 0)
  /// Events that may wait for a frame.
  private static let mostEvents = 16_384

  init(_ subject: any PreviewSubject, exporter: Exporter, reply: @escaping @Sendable (Reply) -> Void) {
    self.subject = subject
    self.exporter = exporter
    self.reply = reply
  }

  /// Starts, as work of `group`; `close` ends it.
  func start(in group: DispatchGroup) {
    startThread(named: "segue.page", in: group) { [self] in run() }
  }

  /// Takes a question.
  func post(_ message: PageMessage) {
    inbox.withLock { inbox in
      inbox.events += message.events
      inbox.question = message
      if inbox.events.count > Self.mostEvents { inbox.isClosed = true }
    }
    wake.signal()
  }

  /// The frame that was sent last has gone.
  func sent() {
    inbox.withLock { $0.isSending = false }
    wake.signal()
  }

  /// Ends the thread.
  func close() {
    inbox.withLock { $0.isClosed = true }
    wake.signal()
  }

  private func run() {
    let observer = subject.add { [self] change in
      inbox.withLock { $0.changes.append(change) }
      wake.signal()
    }
    defer { subject.remove(observer) }
    do {
      let page = try subject.makePage()
      defer { page.close() }
      for text in page.greeting() { reply(.text(text)) }
      while let (question, events, changes) = next() {
        for change in changes { page.take(change) }
        if let question {
          page.take(events, at: question.time)
          if let (header, frame) = page.frame(question) {
            inbox.withLock { $0.isSending = true }
            reply(.frame(header, frame))
          }
        }
        page.startExports(exporter) { [reply] in reply(.text($0)) }
        for text in page.news() { reply(.text(text)) }
      }
    } catch {
      reply(.text(PageNews.fault(subject.describe(error)).bytes))
    }
    reply(.refusal)
  }

  /// Waits for something to do; `nil` is the end.
  private func next() -> (PageMessage?, [PageMessage.Event], [SubjectChange])? {
    while true {
      wake.wait()
      let (isClosed, work) = inbox.withLock {
        inbox -> (Bool, (PageMessage?, [PageMessage.Event], [SubjectChange])?) in
        if inbox.isClosed { return (true, nil) }
        let changes = inbox.changes
        inbox.changes = []
        guard let question = inbox.question, !inbox.isSending else {
          return (false, changes.isEmpty ? nil : (nil, [], changes))
        }
        let events = inbox.events
        (inbox.question, inbox.events) = (nil, [])
        return (false, (question, events, changes))
      }
      if isClosed { return nil }
      if let work { return work }
    }
  }
}
