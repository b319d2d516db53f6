import Glibc
import SegueFields
import Synchronization

/// A cache of properties of files. An entry is valid until its file changes. A full cache drops its
/// oldest entry.
package final class FileCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate struct Place: Hashable {
    let stamp: FileStamp
    let key: Key
  }

  /// The cached property of a file, for the file's present state and a key.
  package struct Entry {
    fileprivate let cache: FileCache
    fileprivate let path: String
    fileprivate let place: Place

    /// The property; `nil` if it is unknown. A value is not kept if it is `nil` or the file has
    /// changed since the entry was made.
    package var value: Value? {
      get { cache.state.withLock { $0.values[place] } }
      nonmutating set {
        guard let newValue, place.stamp == FileStamp(path: path) else { return }
        cache.state.withLock { $0.insert(newValue, at: place) }
      }
    }
  }

  private struct State {
    var values: [Place: Value] = [:]
    /// The keys of `values`, oldest first.
    var order: [Place] = []

    mutating func insert(_ value: Value, at place: Place) {
      if values.updateValue(value, forKey: place) == nil { order.append(place) }
      if order.count > 1024 { values[order.removeFirst()] = nil }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The entry for `key` and the file at `path`; `nil` if the path is not a regular file.
  package func entry(_ path: String, _ key: Key) -> Entry? {
    FileStamp(path: path).map { Entry(cache: self, path: path, place: Place(stamp: $0, key: key)) }
  }
}

/// The identity of a file's state, determined without reading the file.
package struct FileStamp: Hashable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
