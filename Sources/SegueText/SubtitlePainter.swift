import CSegueSubtitles
import SegueImaging

/// Draws subtitles with libass, which is loaded with the first painter.
///
/// **Thread-safety:** for one thread at a time.
package final class SubtitlePainter {
  /// A picture, and the column and row of its upper left corner in the frame.
  package struct PositionedPicture {
    package let picture: Snapshot
    package let x: Int
    package let y: Int
  }

  private let subtitles: OpaquePointer
  private var current: PositionedPicture?

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

  /// The picture at `time` in the script, RGBA8 with straight alpha; `nil` if nothing is shown. The
  /// same object is returned while the picture does not change.
  package func picture(atMilliseconds time: Int) -> PositionedPicture? {
    var changed: Int32 = 0
    let area = segue_subtitles_area(subtitles, Int64(time), &changed)
    guard area.width > 0, area.height > 0 else {
      current = nil
      return nil
    }
    if changed == 0, let current { return current }
    let picture = Snapshot.drawn(ImageSize(width: Int(area.width), height: Int(area.height))) {
      $0.withUnsafeBase { segue_subtitles_draw(subtitles, $0) }
    }
    let new = PositionedPicture(picture: picture, x: Int(area.x), y: Int(area.y))
    current = new
    return new
  }
}

package enum SubtitleError: Error, Sendable, Hashable {
  /// libass is not installed.
  case libraryMissing
  /// libass cannot read the script.
  case unreadable
}
