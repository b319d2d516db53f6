import SegueBitstream
import SegueImaging
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Joins copied and encoded pictures to a film without decoding. An MP4 or MOV is written directly, with
/// the tracks of sound and subtitles; other containers are written by ffmpeg as a stream copy.
///
/// The sink accepts no frames, since encoded frames are in files before it is opened.
///
/// **Thread-safety:** as `FrameSink`.
final class CopySink: FrameSink {
  private let plan: CopyPlan
  private let film: FilmPlan
  private let encoded: [String]
  private let filmOutput: FilmOutput
  private let output: ByteOutput
  /// The files of further tracks, for an MP4 or MOV.
  private let trackFiles: [String]
  private let copiedSound: CopiedSound?
  /// The sink that muxes a film other than MP4 or MOV, and encodes its sound; `nil` for MP4 and MOV.
  private let helper: (any FrameSink)?
  private let isCancelled = Atomic<Bool>(false)

  private static let block = 1 << 20

  /// - Parameters:
  ///   - encoded: the files of the encoded spans, in order.
  ///   - copiedSound: the packets of copied sound; `nil` if it is encoded.
  ///   - soundPath: the file of the encoded sound, for an MP4 or MOV.
  ///   - feed: the pipe of the sound, for other containers.
  ///   - text: the file and the language of the subtitles. For an MP4 or MOV, the file has the same format.
  /// - Throws: `SystemError`.
  init(
    _ plan: CopyPlan, of film: FilmPlan, encoded: [String], _ copiedSound: CopiedSound?,
    soundPath: String?, feed: Encoding.Sound.Source?,
    in folder: WorkFolder, _ filmOutput: FilmOutput, text: Encoding.Text?
  ) throws {
    self.plan = plan
    self.film = film
    self.encoded = encoded
    self.filmOutput = filmOutput
    self.copiedSound = copiedSound
    if filmOutput.format.facts.movie == nil {
      let path = folder.file("pictures.mp4")
      output = ByteOutput(.file(path: path, overwrite: true))
      helper = try filmOutput.makeSink(
        film, .file(path: path, count: plan.pictureCount), sound: feed, text: text)
      trackFiles = []
    } else {
      output = ByteOutput(filmOutput.plan.destination)
      helper = nil
      trackFiles = [soundPath, text?.path].compactMap(\.self)
    }
  }

  var format: PixelFormat { film.color.planes }
  var capacity: Int { 1 }
  var byteCount: Int { helper?.byteCount ?? output.byteCount }
  var command: [String]? { helper?.command }

  func open() throws {
    do {
      try output.open()
      guard let helper else { return }
      try write()
      _ = try output.complete()
      try output.commit()
      try helper.open()
    } catch {
      abort()
      throw error
    }
  }

  func write(_ frame: VideoFrame, index: Int) throws {
    frame.release()
    throw SystemError.cancelled
  }

  func complete() throws -> [String] {
    do {
      if let helper { return try helper.complete() }
      try write()
      return try output.complete()
    } catch let error as BitstreamError {
      abort()
      throw SystemError.programFailed(
        name: "ffmpeg", reason: "wrote a file that cannot be read: \(error)", log: [])
    } catch {
      abort()
      throw error
    }
  }

  func commit() throws { try helper == nil ? output.commit() : helper?.commit() }

  func abort() {
    helper?.abort()
    output.abort()
  }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    helper?.cancel()
    output.cancel()
  }

  /// The film's pictures in decoding order, and the parameter sets.
  private struct Pictures {
    var items: [(source: ByteSource, pieces: [SampleReader.Segment])] = []
    var samples: [MovieHeader.Picture] = []
    var table: ParameterSetTable
    var configurations: [CodecConfiguration]
  }

  private func write() throws {
    let tracks = try tracks()
    let pictures = try pictures()
    let header = try MovieHeader(
      try description(of: pictures), copiedTracks: tracks.map(\.track),
      chapters: film.chapters.map {
        .init($0.title, from: (film.rate.exactTime(ofFrame: $0.frames.lowerBound) * 10_000_000).rounded)
      },
      metadata: filmOutput.movieMetadata, isQuickTime: filmOutput.format.facts.movie == .quickTime)
    try put(header.bytes)
    for chunk in header.chunks {
      switch chunk {
      case .pictures(let range):
        for item in pictures.items[range] { for piece in item.pieces { try put(piece, item.source) } }
      case .carried(let index, let samples):
        for place in tracks[index].track.places(of: samples) {
          try put(.source(place), tracks[index].source)
        }
      }
    }
  }

  /// The tracks beside the pictures, with the sources of their packets.
  private func tracks() throws -> [(track: CopiedTrack, source: ByteSource)] {
    let files = try trackFiles.compactMap { path in
      let source = try FileBytes(path: path).source
      return try CopiedTrack(source).map { (track: $0, source: source) }
    }
    return [copiedSound.map { (track: $0.track, source: $0.source) }].compactMap(\.self) + files
  }

  private func pictures() throws -> Pictures {
    var all = Pictures(table: plan.table, configurations: plan.sources.map(\.configuration))
    var files = encoded.makeIterator()
    for segment in plan.segments {
      switch segment {
      case .copied(let copied): try add(copied.pictures, of: copied.source, copied.rewriter, to: &all)
      case .encoded(let frames):
        guard let path = files.next() else { throw SystemError.cancelled }
        let source = try CopySource(path: path)
        let rewriter = try all.table.rewriter(for: source)
        all.configurations.append(source.configuration)
        try add(try pictures(of: source, frames), of: source, rewriter, to: &all)
      }
    }
    return all
  }

  private func add(
    _ pictures: [CopyPlan.Picture], of source: CopySource, _ rewriter: UnitRewriter, to all: inout Pictures
  ) throws {
    for (index, picture) in pictures.enumerated() {
      if isCancelled.load(ordering: .acquiring) { throw SystemError.cancelled }
      let pieces = try source.reader.pieces(of: picture.sample, rewriter, isEntry: index == 0)
      all.samples.append(
        .init(size: pieces.reduce(0) { $0 + $1.count }, time: picture.tick, isSync: picture.isSync))
      all.items.append((source.reader.source, pieces))
    }
  }

  /// The header's description of the pictures, with the properties of the first video.
  private func description(of pictures: Pictures) throws -> MovieHeader.Pictures {
    let video = plan.target.video
    var description = MovieHeader.Pictures(
      pictures.table.standard,
      configuration: try CodecConfiguration.joined(pictures.configurations, pictures.table.sets),
      width: video.storedSize.width, height: video.storedSize.height, timescale: plan.timescale,
      duration: CopyClock.tick(ofFrame: film.timeline.frameCount, film.rate, scale: plan.timescale))
    description.turn = plan.target.orientation.matrix
    description.pixelAspect = (video.sampleAspect.numerator, video.sampleAspect.denominator)
    description.entryBoxes = plan.sources.first?.entryBoxes ?? []
    description.trackBoxes = plan.sources.first?.trackBoxes ?? []
    description.samples = pictures.samples
    return description
  }

  /// The pictures of encoded `frames`, each one film frame long.
  private func pictures(of source: CopySource, _ frames: Range<Int>) throws -> [CopyPlan.Picture] {
    guard source.samples.count == frames.count else {
      throw FrameCountMismatch(what: "frames", planned: frames.count, made: source.samples.count)
    }
    let order = source.samples.indices.sorted { source.samples[$0].time < source.samples[$1].time }
    var place = [Int](repeating: 0, count: order.count)
    for (rank, index) in order.enumerated() { place[index] = rank }
    return try source.samples.indices.map { index in
      let tick = CopyClock.tick(ofFrame: frames.lowerBound + place[index], film.rate, scale: plan.timescale)
      let kind = try source.reader.summary(of: source.samples[index]).kind
      return .init(sample: source.samples[index], tick: tick, isSync: kind == .instantRefresh)
    }
  }

  private func put(_ piece: SampleReader.Segment, _ source: ByteSource) throws {
    switch piece {
    case .bytes(let bytes): try put(bytes)
    case .source(let range):
      var start = range.lowerBound
      while start < range.upperBound {
        let end = min(start + Self.block, range.upperBound)
        try put(try source.bytes(start..<end))
        start = end
      }
    }
  }

  private func put(_ bytes: [UInt8]) throws {
    if isCancelled.load(ordering: .acquiring) { throw SystemError.cancelled }
    try bytes.withUnsafeBytes { (raw: UnsafeRawBufferPointer) in try output.write(raw) }
  }
}
