/// The properties of a coded picture that decide whether it can be copied.
package struct CodedPicture: Sendable, Hashable {
  /// The presentation time, in any unit.
  package var time: Int
  /// The dependence on other pictures.
  package var kind: VideoStandard.PictureKind
  /// The film frame that shows the picture; `nil` if none does.
  package var frame: Int?

  package init(time: Int, kind: VideoStandard.PictureKind, frame: Int?) {
    self.time = time
    self.kind = kind
    self.frame = frame
  }
}

/// A span of copied pictures. They are consecutive in decoding order and depend on no earlier
/// picture. They are shown in the same film frames as in their clip, without other pictures between
/// them.
package struct CopiedSpan: Sendable, Hashable {
  /// The indices of the pictures in decoding order, including `dropped` ones.
  package var pictures: Range<Int>
  /// The indices of leading pictures that are not copied. They follow the first picture in decoding
  /// order and precede it in presentation order.
  package var dropped: Range<Int>
  /// The film's frames, from the first shown picture to the last.
  package var frames: Range<Int>

  /// The indices of the copied pictures.
  package var copied: [Int] { pictures.filter { !dropped.contains($0) } }
}

extension CopiedSpan {
  /// Whether playback may begin with the picture at `index`: all later pictures can then be
  /// decoded.
  package static func isSync(_ index: Int, _ pictures: [CodedPicture]) -> Bool {
    let picture = pictures[index]
    if picture.kind == .instantRefresh { return true }
    return picture.kind == .cleanAccess
      && pictures[(index + 1)...].prefix { $0.time < picture.time }.allSatisfy {
        $0.kind == .decodableLeading
      }
  }

  /// The maximal spans of `pictures`, in decoding order, that show frames within `allowed`.
  package static func all(of pictures: [CodedPicture], within allowed: Range<Int>) -> [CopiedSpan] {
    let pictures = withoutDoubles(pictures)
    // The earliest presentation time of the pictures from each index on.
    var later = [Int](repeating: .max, count: pictures.count + 1)
    for index in pictures.indices.reversed() { later[index] = min(later[index + 1], pictures[index].time) }
    var spans: [CopiedSpan] = []
    var (entry, free) = (0, allowed)
    while entry < pictures.count {
      if let span = span(from: entry, of: pictures, within: free, later) {
        spans.append(span)
        entry = span.pictures.upperBound
        free = span.frames.upperBound..<allowed.upperBound
      } else {
        entry += 1
      }
    }
    return spans
  }

  /// Sets `frame` to `nil` for pictures that share a film frame.
  private static func withoutDoubles(_ pictures: [CodedPicture]) -> [CodedPicture] {
    let counts = Dictionary(grouping: pictures.compactMap(\.frame), by: \.self).filter { $0.value.count > 1 }
    if counts.isEmpty { return pictures }
    return pictures.map { picture in
      guard let frame = picture.frame, counts[frame] != nil else { return picture }
      return CodedPicture(time: picture.time, kind: picture.kind, frame: nil)
    }
  }

  /// The longest span that begins with the picture at `entry`.
  private static func span(
    from entry: Int, of pictures: [CodedPicture], within allowed: Range<Int>, _ later: [Int]
  ) -> CopiedSpan? {
    let first = pictures[entry]
    guard first.kind.isEntry, let frame = first.frame, allowed.contains(frame) else { return nil }
    let leading = pictures[(entry + 1)...].prefix { $0.time < first.time }
    guard leading.allSatisfy(\.kind.isLeading) else { return nil }
    // Leading pictures of an instantaneous refresh refer to no earlier picture. They are copied if
    // all of them are shown.
    let isKept =
      first.kind == .instantRefresh
      && leading.allSatisfy { picture in
        picture.kind == .decodableLeading && picture.frame.map(allowed.contains) ?? false
      }
    let dropped = entry + 1..<entry + 1 + (isKept ? 0 : leading.count)
    var last = Int.min
    var end: Int?
    for index in entry..<pictures.count where !dropped.contains(index) {
      let picture = pictures[index]
      guard let frame = picture.frame, allowed.contains(frame) else { break }
      last = max(last, picture.time)
      let next = index == entry ? dropped.upperBound : index + 1
      if later[next] > last { end = next }
    }
    guard let end else { return nil }
    let shown = pictures[entry..<end].indices.filter { !dropped.contains($0) }.compactMap {
      pictures[$0].frame
    }
    guard let lowest = shown.min(), let highest = shown.max() else { return nil }
    return CopiedSpan(pictures: entry..<end, dropped: dropped, frames: lowest..<highest + 1)
  }
}
