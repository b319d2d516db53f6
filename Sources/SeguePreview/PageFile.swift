import CSeguePreviewPage

/// A static file of the page, embedded in the program.
///
/// **Thread-safety:** immutable.
struct PageFile: Sendable {
  /// Its path in addresses.
  let path: String
  /// What it is.
  let mediaType: String
  /// Its bytes.
  let bytes: [UInt8]

  /// Every file, `/` first.
  static let all: [PageFile] = (0..<Int(preview_page_file_count)).map { index in
    let file = preview_page_file(Int32(index))
    let path = String(cString: file.path)
    return PageFile(
      path: path, mediaType: mediaType(of: path),
      bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.size)))
  }

  /// Places in ``all`` by path.
  static let index = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.path, $0) })

  private static func mediaType(of path: String) -> String {
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".svg") { return "image/svg+xml" }
    return "text/html; charset=utf-8"
  }
}
