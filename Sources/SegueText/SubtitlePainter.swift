import CSegueSubtitles
import SegueImaging

/// Draws subtitles by libass, which is loaded when the first one is made.
///
/// **Thread-safety:** for one thread at a time.
package final class SubtitlePainter {
  /// A picture and the column and row of the frame at which it begins.
  package struct Shown {
    package let picture: Snapshot
    package let x: Int
    package let y: Int
  }

  private let subtitles: OpaquePointer
  private var shown: Shown?

  /// Reads a script in the ASS format for frames of `size`.
  /// - Throws: `SubtitleError`.
  package init(script: String, size: ImageSize) throws(SubtitleError) {
    var reason: Int32 = 0
    var script = script
    let opened = script.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        segue_subtitles_open(bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), &reason)
      }
    }
    guard let opened else { throw reason == 1 ? .libraryMissing : .unreadable }
    subtitles = opened
  }

  deinit { segue_subtitles_close(subtitles) }

  /// The image at a time of the script, RGBA8 with straight alpha; `nil` is nothing. As long as it stays the same, so
  /// does the picture.
  package func picture(atMilliseconds time: Int) -> Shown? {
    var changed: Int32 = 0
    let area = segue_subtitles_area(subtitles, Int64(time), &changed)
    guard area.width > 0, area.height > 0 else {
      shown = nil
      return nil
    }
    if changed == 0, let shown { return shown }
    let picture = Snapshot.drawn(ImageSize(width: Int(area.width), height: Int(area.height))) {
      $0.withUnsafeBase { segue_subtitles_draw(subtitles, $0) }
    }
    let new = Shown(picture: picture, x: Int(area.x), y: Int(area.y))
    shown = new
    return new
  }
}

/// The reason why subtitles cannot be drawn.
package enum SubtitleError: Error, Sendable, Hashable {
  /// libass is not installed.
  case libraryMissing
  /// libass does not read the script.
  case unreadable
}
