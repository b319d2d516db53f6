import ArgumentParser
import FoundationEssentials
import Glibc
import SegueFilms
import SegueTools
import Synchronization

/// The output to the terminal: results go to stdout, messages to stderr.
///
/// **Thread-safety:** every method may be called from any thread.
enum Console {
  /// The kind of a message, which determines its label and colour.
  enum Kind {
    /// The reason why the tool ended.
    case error
    case warning
    /// A summary of the work.
    case summary
    /// A detail of `--verbose`.
    case detail
  }

  private static let details = Mutex(false)
  private static let resultCount = Atomic<Int>(0)

  /// Whether a result was written.
  static var hasResult: Bool { resultCount.load(ordering: .relaxed) > 0 }

  static func use(showsDetails: Bool) { details.withLock { $0 = showsDetails } }

  /// Whether errors include details.
  static var showsDetails: Bool { details.withLock { $0 } }

  /// The output of a program as text, without trailing white space.
  static func trimmed(_ output: some BidirectionalCollection<UInt8>) -> String {
    let end = output.lastIndex { !" \n\r\t".utf8.contains($0) }
    return end.map { String(decoding: output[...$0], as: UTF8.self) } ?? ""
  }

  /// Writes a message to stderr.
  static func note(_ sentence: String, as kind: Kind) {
    let name = paint("segue:", "1")
    let line =
      switch kind {
      case .error: "\(name) \(paint("error:", "1;31")) \(sentence)"
      case .warning: "\(name) \(paint("warning:", "1;33")) \(sentence)"
      case .summary: sentence
      case .detail: paint(sentence, "2")
      }
    raw(line + "\n")
  }

  /// Writes `text` to stderr unchanged.
  static func raw(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of `text`, and waits for the reader even if the descriptor is non-blocking.
  /// - Returns: 0, or the system's error number.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&output, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Checks before the work that stdout is open and has a reader.
  /// - Throws: `SystemError.writeFailed`.
  static func checkResults() throws {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    if flags < 0 || flags & O_ACCMODE == O_RDONLY { throw failure(EBADF) }
    if poll(&output, 1, 0) > 0, Int32(output.revents) & (POLLERR | POLLHUP) != 0 { throw failure(EPIPE) }
  }

  /// Checks that binary data are not written to a terminal.
  /// - Throws: `CommandError.conflict` if `output` is standard output and a terminal.
  static func checkOutputForBytes(_ output: String) throws {
    if output == "-", outputIsTerminal { throw CommandError.conflict(Failure.binaryOnTerminal) }
  }

  private static func failure(_ code: Int32) -> SystemError {
    .caused(by: code) { .writeFailed(path: OutputDestination.standardOutput.name, reason: $0) }
  }

  /// Writes a result and a line feed.
  /// - Throws: `SystemError.writeFailed`.
  static func result(_ text: String) throws {
    resultCount.add(1, ordering: .relaxed)
    let code = write(text + "\n", to: STDOUT_FILENO)
    if code != 0 { throw failure(code) }
  }

  /// Writes a result as JSON with sorted keys.
  /// - Throws: `SystemError.writeFailed`.
  static func result(json value: some Encodable, onOneLine: Bool = false) throws {
    let bytes = try JSONEncoder.sorted(isPretty: !onOneLine).encode(value)
    try result(String(decoding: bytes, as: UTF8.self))
  }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The number of columns of the terminal at stderr; 80 if unknown.
  static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Removes unfinished files and ends the process with `code`. Exit handlers do not run: the handler of
  /// software GL frees memory that its threads still use.
  static func leave(_ code: Int32) -> Never {
    EmergencyCleanup.run {
      fflush(nil)
      _exit(code)
    }
  }

  private static func paint(_ text: String, _ style: String) -> String {
    isColored ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  /// **Source:** no-color.org, force-color.org; `TERM=dumb` is a terminal without colours.
  private static var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    func isSet(_ name: String) -> Bool { !environment[name, default: ""].isEmpty }
    if isSet("NO_COLOR") { return false }
    return isSet("FORCE_COLOR") || errorIsTerminal && environment["TERM"] != "dumb"
  }
}

/// The three standard descriptors.
enum StandardStreams {
  /// Opens place-holders for closed standard descriptors, so that no other file gets their numbers
  /// and receives messages. The place-holders can be neither read nor written.
  static func reserveDescriptors() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      switch descriptor {
      case STDIN_FILENO:
        close(descriptor)
        if open("/dev/null", O_WRONLY) != STDIN_FILENO { return }
      case STDOUT_FILENO, STDERR_FILENO: continue
      case 3...:
        close(descriptor)
        return
      default: return
      }
    }
  }
}

extension RenderEvent {
  /// Prints the event to stderr.
  func show() { Console.note(sentence, as: .detail) }

  private var sentence: String {
    switch self {
    case .pictures(let size, let seconds):
      "pictures: \(size), decoded and fitted in \(Int((seconds * 1000).rounded())) ms"
    case .renderer(let device, let reason): "renderer: \(device) (\(reason))"
    case .warning(let notice), .incident(let notice): notice.description
    case .attempt(let sentence): sentence
    case .encoder(let command): "encoder: " + ShellQuoting.line(command)
    }
  }
}
