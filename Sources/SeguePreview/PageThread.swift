import Dispatch
import FoundationEssentials
import Glibc
import SegueFilms
import Synchronization

/// The thread of one page: it handles events, advances the playhead and draws the frame of the newest message.
///
/// Messages do not queue. A message that arrives while a frame is drawn or sent replaces the previous
/// message. Events wait for the next frame.
///
/// **Thread-safety:** every method may be called from any thread.
final class PageThread: Sendable {
  /// A message to the page.
  enum Reply: Sendable {
    case text([UInt8])
    /// A frame; `sent` must be called once the connection has taken it.
    case frame(FrameHeader, VideoFrame)
    /// The connection must be closed after an invalid message.
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
  /// The largest number of waiting events.
  private static let maximumEvents = 16_384

  init(_ subject: any PreviewSubject, exporter: Exporter, reply: @escaping @Sendable (Reply) -> Void) {
    self.subject = subject
    self.exporter = exporter
    self.reply = reply
  }

  /// Starts the thread in `group`; `close` ends it.
  func start(in group: DispatchGroup) {
    startThread(named: "segue.page", in: group) { [self] in run() }
  }

  /// Adds a message of the page.
  func post(_ message: PageMessage) {
    inbox.withLock { inbox in
      inbox.events += message.events
      inbox.question = message
      if inbox.events.count > Self.maximumEvents { inbox.isClosed = true }
    }
    wake.signal()
  }

  /// Records that the last frame was sent.
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
      for text in page.initialMessages() { reply(.text(text)) }
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
        for text in page.updates() { reply(.text(text)) }
      }
    } catch {
      reply(.text(PageUpdate.fault(subject.describe(error)).bytes))
    }
    reply(.refusal)
  }

  /// Waits for work; `nil` once the page is closed.
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
