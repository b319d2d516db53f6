import FoundationEssentials
import Glibc
import SegueFilms

/// Watches a file that editors write or replace on saving.
///
/// The watch waits for inotify events of the file's folder, and uses no processor time meanwhile.
///
/// **Thread-safety:** `close` may be called from any thread; `onChange` is called on the watch's own thread.
final class FileWatch: Sendable {
  private let descriptor: Int32
  private let stop: (read: Int32, write: Int32)

  /// A watch on the file at `path`; `nil` if the system refuses it.
  init?(path: String, onChange: @escaping @Sendable () -> Void) {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let name = url.lastPathComponent
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    guard descriptor >= 0, pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stop = (ends[0], ends[1])
    let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events) >= 0 else {
      close()
      return nil
    }
    startThread(named: "segue.watch") { [descriptor, stop] in
      while let names = Self.next(descriptor, stop.read) {
        if names.contains(name) { onChange() }
      }
      Glibc.close(descriptor)
      Glibc.close(stop.read)
    }
  }

  /// Ends the watch.
  func close() { Glibc.close(stop.write) }

  /// The file names of the next events; `nil` once the watch is closed.
  private static func next(_ descriptor: Int32, _ stop: Int32) -> [String]? {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waits, 2, -1) < 0 { if errno != EINTR { return nil } }
    if waits[1].revents != 0 { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    var names: [String] = []
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= count {
      let length = bytes.withUnsafeBytes {
        Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      }
      let name = bytes[(offset + head)..<min(offset + head + length, count)].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      offset += head + length
    }
    return names
  }
}
