/// A coded picture in its place in decoding order, as far as it matters for copying.
package struct CodedPicture: Sendable, Hashable {
  /// The time at which it is shown, in any unit.
  package var time: Int
  /// The dependence on others.
  package var kind: VideoStandard.PictureKind
  /// The frame of the film that it is; `nil` where it is none.
  package var frame: Int?

  /// A picture.
  package init(time: Int, kind: VideoStandard.PictureKind, frame: Int?) {
    (self.time, self.kind, self.frame) = (time, kind, frame)
  }
}

/// Pictures that are copied: they follow one another in decoding order, need nothing from before, and are shown in the
/// same film frames as in their clip, with no other picture between.
package struct CopiedSpan: Sendable, Hashable {
  /// Their places in decoding order; those at `dropped` are left out.
  package var pictures: Range<Int>
  /// Pictures right after the first that are shown before it and are not copied.
  package var dropped: Range<Int>
  /// The frames of the film, from that of the picture shown first to that of the last.
  package var frames: Range<Int>

  /// The places of the pictures that are copied.
  package var copied: [Int] { pictures.filter { !dropped.contains($0) } }
}

extension CopiedSpan {
  /// Whether a player may begin with the picture at `index`: every later one can be decoded then.
  package static func isSync(_ index: Int, _ pictures: [CodedPicture]) -> Bool {
    let picture = pictures[index]
    if picture.kind == .instantRefresh { return true }
    return picture.kind == .cleanAccess
      && pictures[(index + 1)...].prefix { $0.time < picture.time }.allSatisfy {
        $0.kind == .decodableLeading
      }
  }

  /// The spans of `pictures`, which are in decoding order, that show frames within `allowed`: each begins as early and
  /// ends as late as it can.
  package static func all(of pictures: [CodedPicture], within allowed: Range<Int>) -> [CopiedSpan] {
    let pictures = withoutDoubles(pictures)
    // The earliest time at which a picture from each place on is shown.
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

  /// The same pictures; those of which a frame of the film has several are none of its frames.
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
    // Those of an instantaneous refresh need nothing else; they are kept where all of them are shown.
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
