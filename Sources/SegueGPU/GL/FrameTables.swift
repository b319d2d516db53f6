import SegueRendering

struct TableEntry {
  var x: Int32 = 0
  var y: Int32 = 0
  var z: Int32 = 0
  var w: Int32 = 0
}

/// The tables of one frame. They are written while the frame is planned and uploaded together into
/// one of several textures, so that no upload waits for an earlier frame.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class FrameTables {
  /// Entries in a row.
  let width: Int
  private let limit: Int
  private var entries: [TableEntry] = []
  private var textures: [GLTexture?]
  private var current = 0

  init(width: Int, limit: Int, count: Int) {
    self.width = width
    self.limit = limit
    textures = Array(repeating: nil, count: count)
  }

  private var rows: Int { entries.count / width }

  /// Adds rows for `lists`, each from the start of a row, and returns the number of the first row.
  func add(_ lists: [TableEntry]...) -> Int {
    let first = rows
    for list in lists {
      entries += list
      let rest = list.count % width
      if rest > 0 || list.isEmpty { entries += repeatElement(TableEntry(), count: width - rest) }
    }
    return first
  }

  /// Adds two rows, with an entry for each column (or row) of `axes` at its index.
  func add(
    _ axes: (columns: AxisTable, rows: AxisTable), _ entry: (AxisTable) -> (Int) -> TableEntry
  ) -> Int {
    let first = rows
    for axis in [axes.columns, axes.rows] {
      let (start, entry) = (entries.count, entry(axis))
      entries += repeatElement(TableEntry(), count: (axis.range.upperBound + width - 1) / width * width)
      for column in axis.range { entries[start + column] = entry(column) }
    }
    return first
  }

  /// The texture with all added rows; later additions belong to the next frame.
  func upload() throws(RenderError) -> GLTexture {
    current = (current + 1) % textures.count
    guard rows <= limit else {
      throw .unsupported("the recipe needs \(rows) tables; this device has room for \(limit)")
    }
    let texture = try texture(for: max(1, rows))
    if rows > 0 {
      entries.withUnsafeBytes { if let base = $0.baseAddress { texture.upload(base, rows: rows) } }
    }
    entries.removeAll(keepingCapacity: true)
    return texture
  }

  /// Forgets the added rows.
  func discard() { entries.removeAll(keepingCapacity: true) }

  func close() {
    for texture in textures { texture?.close() }
    textures = Array(repeating: nil, count: textures.count)
  }

  private func texture(for rows: Int) throws(RenderError) -> GLTexture {
    if let texture = textures[current], texture.height >= rows { return texture }
    var height = 16
    while height < rows { height *= 2 }
    textures[current]?.close()
    textures[current] = nil
    let texture = try GLTexture(width: width, height: min(height, limit), format: .tables)
    textures[current] = texture
    return texture
  }
}
