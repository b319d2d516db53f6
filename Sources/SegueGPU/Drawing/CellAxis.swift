/// One axis of a grid of cells: runs of columns (or rows) that look alike.
///
/// **Thread-safety:** a value.
struct CellAxis {
  /// First pixel of each run; the first is 0.
  var starts: [Int]
  /// Pixels along the axis.
  var count: Int

  /// Runs of equal values.
  init(_ values: [Int32]) {
    count = values.count
    starts = values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }
  }

  /// The runs that neither of two axes breaks.
  init(_ a: CellAxis, _ b: CellAxis) {
    count = a.count
    starts = []
    var (i, j) = (0, 0)
    while i < a.starts.count || j < b.starts.count {
      let next = min(i < a.starts.count ? a.starts[i] : .max, j < b.starts.count ? b.starts[j] : .max)
      if i < a.starts.count, a.starts[i] == next { i += 1 }
      if j < b.starts.count, b.starts[j] == next { j += 1 }
      starts.append(next)
    }
  }

  /// The run of each pixel.
  var indices: [Int32] {
    var indices = [Int32](repeating: 0, count: count)
    for run in starts.indices {
      let end = run + 1 < starts.count ? starts[run + 1] : count
      for pixel in starts[run]..<end { indices[pixel] = Int32(run) }
    }
    return indices
  }

  /// Entries (first pixel, end, run, -) of each run.
  var runEntries: [TableEntry] {
    starts.indices.map { run in
      let end = run + 1 < starts.count ? starts[run + 1] : count
      return TableEntry(x: Int32(starts[run]), y: Int32(end), z: Int32(run))
    }
  }
}

/// A picture of few colours: the texel in column i, row j of `picture` fills column run i, row run j.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct CellGrid {
  var picture: MipTexture
  var columns: CellAxis
  var rows: CellAxis

  var cellCount: Int { columns.starts.count * rows.starts.count }
}
