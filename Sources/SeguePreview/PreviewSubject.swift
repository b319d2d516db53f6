import Dispatch
import Segue

/// The subject of a server, which every page of it shares: a transition between two pictures, or a film.
///
/// **Thread-safety:** every method may be called from any thread.
protocol PreviewSubject: Sendable {
  /// The path of the static file that is served at `/`.
  var home: String { get }
  /// The number of thumbnails.
  var thumbnailCount: Int { get }
  /// The number of sizes of a frame.
  var levelCount: Int { get }
  /// Warnings, a sentence each.
  var warnings: [String] { get }
  /// The files whose saving is waited for.
  var watched: [String] { get }
  /// The sentence for an error.
  var describe: @Sendable (any Error) -> String { get }

  /// A page as the preview was started; made and used on a thread of its own.
  func makePage() throws -> any LivePage
  /// The thumbnails, drawn as work of `group`.
  func makeThumbnails(in group: DispatchGroup) -> Thumbnails
  /// Calls `observer` with every change of the files until `remove`.
  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int
  /// Forgets an observer.
  func remove(_ observer: Int)
  /// Reads the files anew, and tells the pages.
  func reload()
  /// Does what need not wait for a page.
  func prepare()
}

/// A change under the pages.
enum SubjectChange: Sendable {
  /// The file that was asked for was read anew.
  case reloaded
  /// It cannot be used, for this reason.
  case refused(String)
}

/// A page: what is chosen on it, where it is, and what it has to be told.
///
/// **Thread-safety:** none: it lives on the page's thread.
protocol LivePage: AnyObject {
  /// The messages to a new page.
  func greeting() -> [[UInt8]]
  /// Something changed under the page.
  func take(_ change: SubjectChange)
  /// Lets everything happen that has happened, in its order, and time pass until `time`.
  func take(_ events: [PageMessage.Event], at time: Double)
  /// The frame that answers `question`; `nil` where it could not be drawn, which the page is told.
  func frame(_ question: PageMessage) -> (FrameHeader, VideoFrame)?
  /// Starts the files that were asked for since the last call; `reply` is told how far they are.
  func startExports(_ exporter: Exporter, reply: @escaping @Sendable ([UInt8]) -> Void)
  /// The messages since the last call.
  func news() -> [[UInt8]]
  /// Gives everything back.
  func close()
}
