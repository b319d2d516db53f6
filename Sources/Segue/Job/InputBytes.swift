import Foundation
import MediaIO

/// Small text inputs, read whole.
enum InputBytes {
  /// The bytes of the file at `path`; `-` is standard input.
  /// - Throws: `MediaError.unreadable`, also for more than `limit` bytes.
  static func read(path: String, limit: Int) throws -> [UInt8] {
    let file: FileHandle
    if path == "-" {
      file = .standardInput
    } else {
      do {
        file = try FileHandle(forReadingFrom: URL(filePath: path))
      } catch {
        throw MediaError.unreadable(path: path, reason: reason(error))
      }
    }
    do {
      let data = try file.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else {
        throw MediaError.unreadable(path: path, reason: "it is larger than \(limit >> 20) MiB")
      }
      return Array(data)
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError.unreadable(path: path, reason: reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    guard underlying.domain == NSPOSIXErrorDomain else { return underlying.localizedDescription }
    return String(cString: strerror(Int32(underlying.code)))
  }
}
