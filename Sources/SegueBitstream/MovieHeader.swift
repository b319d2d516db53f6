/// The header of an MP4 or MOV file: all bytes before the samples. The file has a video track, and
/// may have sound and text tracks. Each track has one sample entry and one edit.
///
/// **Source:** ISO/IEC 14496-12, clause 8; 14496-15 for `avc1` and `hvc1`.
package struct MovieHeader: Sendable {
  /// The video track.
  package struct Pictures: Sendable {
    package var standard: VideoStandard
    /// The contents of `avcC` or `hvcC`.
    package var configuration: [UInt8]
    /// Stored width in pixels.
    package var width: Int
    /// Stored height in pixels.
    package var height: Int
    /// The coefficients a, b, c, d of the display rotation and mirroring, each −1, 0 or 1. A stored
    /// point (p, q) is shown at (a·p + c·q, b·p + d·q), translated back to the origin.
    package var turn = [1, 0, 0, 1]
    /// The sample aspect ratio.
    package var pixelAspect = (width: 1, height: 1)
    /// Further boxes of the sample entry, such as `colr`.
    package var entryBoxes: [[UInt8]] = []
    /// Further boxes of the track.
    package var trackBoxes: [[UInt8]] = []
    /// Ticks per second.
    package var timescale: Int
    /// The total duration in ticks.
    package var duration: Int
    /// The samples in decoding order.
    package var samples: [Picture] = []

    package init(
      _ standard: VideoStandard, configuration: [UInt8], width: Int, height: Int, timescale: Int,
      duration: Int
    ) {
      self.standard = standard
      self.configuration = configuration
      self.width = width
      self.height = height
      self.timescale = timescale
      self.duration = duration
    }
  }

  /// A video sample.
  package struct Picture: Sendable, Hashable {
    /// The number of bytes.
    package var size: Int
    /// The presentation time, in ticks.
    package var time: Int
    /// Whether playback may begin with the sample.
    package var isSync: Bool

    package init(size: Int, time: Int, isSync: Bool) {
      self.size = size
      self.time = time
      self.isSync = isSync
    }
  }

  /// A chapter: its start and its title.
  package struct Chapter: Sendable, Hashable {
    /// The title; at most 255 bytes of UTF-8 are kept.
    package var title: String
    /// The start in units of 100 ns.
    package var start: Int

    package init(_ title: String, from start: Int) {
      self.title = title
      self.start = start
    }
  }

  package static let maximumChapters = 255

  /// Consecutive samples in the file.
  package enum Chunk: Sendable, Hashable {
    /// Video samples, by index.
    case pictures(Range<Int>)
    /// The index of a copied track, and a range of its samples.
    case carried(Int, Range<Int>)
  }

  /// The bytes before the first sample.
  package let bytes: [UInt8]
  /// The chunks in file order.
  package let chunks: [Chunk]
  /// The total size of all samples, in bytes.
  package let bodyLength: Int

  /// Lays out a file.
  /// - Parameters:
  ///   - pictures: the video track. It has at least one sample, and the times of its samples are
  ///     distinct.
  ///   - copiedTracks: the sound and text tracks.
  ///   - chapters: in order, at most ``maximumChapters``.
  ///   - metadata: the file's texts and its creation time.
  ///   - isQuickTime: whether the file is a MOV.
  /// - Throws: `BitstreamError`.
  package init(
    _ pictures: Pictures, copiedTracks: [CopiedTrack] = [], chapters: [Chapter] = [],
    metadata: MovieMetadata = MovieMetadata(), isQuickTime: Bool
  ) throws {
    let layout = ChunkLayout(pictures, copiedTracks)
    (chunks, bodyLength) = (layout.chunks, layout.length)
    let clock = DecodingClock(pictures.samples.map(\.time), end: pictures.duration)
    // The header's length depends on the width of the chunk offsets, not on their values.
    func header(isLong: Bool, offset: Int) throws -> [UInt8] {
      let brand = Box.bytes(
        "ftyp",
        isQuickTime
          ? [Array("qt  ".utf8), Box.words(512), Array("qt  ".utf8)]
          : [Array("isom".utf8), Box.words(512), Array("isomiso2\(pictures.standard.brand)mp41".utf8)])
      let tracks =
        [try Self.track(pictures, metadata, clock, layout, isLong: isLong, offset: offset)]
        + (try copiedTracks.enumerated().map { index, track in
          let places = layout.carriedTable(index, isLong: isLong, offset: offset)
          return try Self.track(track, id: index + 2, pictures, metadata, places)
        })
      let whole = Box.full(
        "mvhd", version: 1,
        [
          metadata.times, Box.words(pictures.timescale), Box.longs(pictures.duration),
          Box.words(0x10000), Box.halves(0x100, 0), Box.words(0, 0),
          Box.words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0),
          Box.words(0x4000_0000), Box.words(0, 0, 0, 0, 0, 0), Box.words(tracks.count + 1),
        ])
      let body =
        layout.length + 8 > Int(UInt32.max)
        ? Box.words(1) + Array("mdat".utf8) + Box.longs(layout.length + 16)
        : Box.words(layout.length + 8) + Array("mdat".utf8)
      let data = metadata.boxes(isQuickTime: isQuickTime) + Self.marks(chapters)
      return brand + Box.bytes("moov", [whole] + tracks + (data.isEmpty ? [] : [Box.bytes("udta", data)]))
        + body
    }
    let short = try header(isLong: false, offset: 0).count
    let isLong = short + layout.length > Int(UInt32.max)
    bytes = try header(isLong: isLong, offset: try isLong ? header(isLong: true, offset: 0).count : short)
  }

  /// The chapter list in Nero's box, which ffmpeg and most players read; empty without chapters.
  ///
  /// **Source:** `mov_write_chpl_tag` in FFmpeg's libavformat: the start in units of 100 ns, the
  /// name with its length.
  private static func marks(_ chapters: [Chapter]) -> [[UInt8]] {
    if chapters.isEmpty { return [] }
    precondition(chapters.count <= maximumChapters, "there are more than \(maximumChapters) chapters")
    let entries = chapters.map { chapter -> [UInt8] in
      var title = chapter.title
      while title.utf8.count > 255 { title.removeLast() }
      return Box.longs(chapter.start) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    return [Box.full("chpl", version: 1, [Box.words(0), [UInt8(chapters.count)]] + entries)]
  }

  private static func trackHeader(
    _ id: Int, _ duration: Int, _ metadata: MovieMetadata, volume: Int, matrix: [UInt8], _ size: [UInt8]
  ) -> [UInt8] {
    Box.full(
      "tkhd", version: 1, flags: 3,
      [
        metadata.times, Box.words(id, 0), Box.longs(duration), Box.words(0, 0), Box.halves(0, 0, volume, 0),
        matrix, size,
      ])
  }

  /// The track matrix for the rotation and mirroring.
  private static func matrix(_ turn: [Int], width: Int, height: Int) -> [UInt8] {
    let (a, b, c, d) = (turn[0], turn[1], turn[2], turn[3])
    let x = (a < 0 ? width : 0) + (c < 0 ? height : 0)
    let y = (b < 0 ? width : 0) + (d < 0 ? height : 0)
    let one = 0x10000
    return Box.words(a * one, b * one, 0, c * one, d * one, 0, x << 16, y << 16, 0x4000_0000)
  }

  /// The edit list: one edit, after an empty edit if there is silence.
  private static func edit(_ duration: Int, from mediaTime: Int, after silence: Int = 0) -> [UInt8] {
    let isLong = max(duration, mediaTime, silence) > Int(Int32.max)
    let edits = (silence > 0 ? [(silence, -1)] : []) + [(duration, mediaTime)]
    let entries = edits.map { (isLong ? Box.longs($0, $1) : Box.words($0, $1)) + Box.words(0x10000) }
    return Box.bytes("edts", [Box.full("elst", version: isLong ? 1 : 0, [Box.words(edits.count)] + entries)])
  }

  private static func track(
    _ pictures: Pictures, _ metadata: MovieMetadata, _ clock: DecodingClock, _ layout: ChunkLayout,
    isLong: Bool,
    offset: Int
  ) throws -> [UInt8] {
    let media = Box.full(
      "mdhd", version: 1,
      [
        metadata.times, Box.words(pictures.timescale), Box.longs(pictures.duration + clock.delay),
        Box.halves(0x55c4, 0),
      ])
    let handler = Box.full(
      "hdlr", [Box.words(0), Array("vide".utf8), Box.words(0, 0, 0), Array("VideoHandler\0".utf8)])
    let table = Box.bytes(
      "stbl",
      [Box.full("stsd", [Box.words(1), entry(pictures)]), clock.decodingTimes] + clock.compositionOffsets
        + [syncSamples(pictures.samples)] + layout.pictureTable(isLong: isLong, offset: offset)
        + [sizes(pictures.samples)])
    let information = Box.bytes(
      "minf",
      [
        Box.full("vmhd", flags: 1, [Box.words(0, 0)]),
        Box.bytes("dinf", [Box.full("dref", [Box.words(1), Box.full("url ", flags: 1, [])])]), table,
      ])
    let shownWidth = pictures.width * pictures.pixelAspect.width / max(1, pictures.pixelAspect.height)
    let header = trackHeader(
      1, pictures.duration, metadata, volume: 0,
      matrix: Self.matrix(pictures.turn, width: pictures.width, height: pictures.height),
      Box.words(shownWidth << 16, pictures.height << 16)
    )
    return Box.bytes(
      "trak",
      [header, edit(pictures.duration, from: clock.delay), Box.bytes("mdia", [media, handler, information])]
        + pictures.trackBoxes)
  }

  private static func track(
    _ track: CopiedTrack, id: Int, _ pictures: Pictures, _ metadata: MovieMetadata, _ places: [[UInt8]]
  ) throws -> [UInt8] {
    let (duration, silence) = track.presentation(of: pictures.duration, scale: pictures.timescale)
    let header = trackHeader(
      id, silence + duration, metadata, volume: track.isSound ? 0x100 : 0,
      matrix: Self.matrix([1, 0, 0, 1], width: 0, height: 0), Box.words(0, 0))
    return Box.bytes(
      "trak",
      [header, edit(duration, from: track.mediaTime, after: silence), try track.media(chunkTable: places)])
  }

  /// The sample entry of the video track.
  private static func entry(_ pictures: Pictures) -> [UInt8] {
    let size = [
      Box.words(0), Box.halves(0, 1), Box.words(0, 0, 0, 0), Box.halves(pictures.width, pictures.height),
      Box.words(0x48_0000, 0x48_0000, 0), Box.halves(1), [UInt8](repeating: 0, count: 32), Box.halves(24, -1),
    ]
    let (type, box) = pictures.standard == .h264 ? ("avc1", "avcC") : ("hvc1", "hvcC")
    let aspect = Box.bytes("pasp", [Box.words(pictures.pixelAspect.width, pictures.pixelAspect.height)])
    return Box.bytes(
      type,
      [Array(size.joined())] + [Box.bytes(box, [pictures.configuration])] + pictures.entryBoxes + [aspect])
  }

  private static func syncSamples(_ samples: [Picture]) -> [UInt8] {
    let sync = samples.indices.filter { samples[$0].isSync }
    return Box.full("stss", [Box.words(sync.count)] + sync.map { Box.words($0 + 1) })
  }

  private static func sizes(_ samples: [Picture]) -> [UInt8] {
    Box.full("stsz", [Box.words(0, samples.count)] + samples.map { Box.words($0.size) })
  }
}

extension VideoStandard {
  fileprivate var brand: String { self == .h264 ? "avc1" : "hvc1" }
}
