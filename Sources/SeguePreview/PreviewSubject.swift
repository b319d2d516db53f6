import Dispatch
import SegueFilms

/// The subject of a server, shared by all of its pages: a transition between two pictures, or a film.
///
/// **Thread-safety:** every method may be called from any thread.
protocol PreviewSubject: Sendable {
  /// The path of the static file that is served at `/`.
  var home: String { get }
  var thumbnailCount: Int { get }
  /// The number of frame sizes.
  var levelCount: Int { get }
  var notices: [Notice] { get }
  /// The files that are watched.
  var watched: [String] { get }
  /// Returns the text of an error.
  var describe: @Sendable (any Error) -> String { get }

  /// Makes a page with the initial selection; called on the page's thread.
  func makePage() throws -> any LivePage
  /// The thumbnails, drawn as work of `group`.
  func makeThumbnails(in group: DispatchGroup) -> Thumbnails
  /// Adds an observer of the files, which is called until `remove`.
  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int
  func remove(_ observer: Int)
  /// Reads the files again and notifies the observers.
  func reload()
  /// Prepares pictures in the background, while no page waits.
  func prepare()
}

/// A change of the watched files.
enum SubjectChange: Sendable {
  /// The file was read again.
  case reloaded
  /// The file has an error.
  case refused(String)
}

/// A page: its selection, its position and its messages.
///
/// **Thread-safety:** for the page's thread only.
protocol LivePage: AnyObject {
  /// The first messages to a page.
  func initialMessages() -> [[UInt8]]
  /// Handles a change of the watched files.
  func take(_ change: SubjectChange)
  /// Handles events in order and advances the time to `time`.
  func take(_ events: [PageMessage.Event], at time: Double)
  /// The frame for `question`; `nil` if it cannot be drawn, which is reported in `updates`.
  func frame(_ question: PageMessage) -> (FrameHeader, VideoFrame)?
  /// Starts the downloads requested since the last call; `reply` gets their progress.
  func startExports(_ exporter: Exporter, reply: @escaping @Sendable ([UInt8]) -> Void)
  /// The messages since the last call.
  func updates() -> [[UInt8]]
  /// Releases the resources of the page.
  func close()
}
