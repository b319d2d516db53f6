import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Containers that crop their stored pictures.
@Suite("Cropping by the container", .serialized, .needs("ffmpeg", "ffprobe"))
struct ContainerCropTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  /// White with 8 black lines at the top and 16 at the bottom, stored as 64x72.
  private static let source =
    ["-f", "lavfi", "-i", "color=white:s=64x48:r=10:d=0.4,pad=64:72:0:8:black"]
    + ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p"]

  /// Inserts a clean aperture of 64x48, 4 lines above the centre, into the sample entry of an MP4
  /// with its index at the end.
  private func addAperture(to source: String, as name: String) throws {
    var bytes = try #require(media.bytes(source))
    func big(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    let aperture = big(40) + Array("clap".utf8) + [64, 1, 48, 1, 0, 1, -4, 1].flatMap { big($0) }
    let configuration = try #require(bytes.firstRange(of: Array("avcC".utf8))).lowerBound - 4
    bytes.insert(contentsOf: aperture, at: configuration)
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"] {
      let range = bytes[..<configuration].indices.last { bytes[$0...].starts(with: Array(type.utf8)) }
      let place = try #require(range) - 4
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int32($1) }
      bytes.replaceSubrange(place..<place + 4, with: big(size + 40))
    }
    try media.write(bytes, to: name)
  }

  /// Checks the size of the film and that its first frame is white. A film with copies is made in
  /// `make check` only.
  private func check(_ name: String, _ size: ImageSize, copies: Bool = false) async throws {
    let output = copies ? "film.mp4" : "film.y4m"
    var request = FilmRequest(
      clips: [FilmClip(.file(path: media.file(name)))], junctions: [], output: media.file(output))
    request.copies = copies
    let isMade = !copies || Tier.current == .full
    let report = try await isMade ? FilmJob(request).run() : FilmJob(request).plan()
    #expect(report.film.width == size.width && report.film.height == size.height)
    #expect(report.film.copiedFrames ?? 0 == 0)
    guard isMade else { return }
    let frame = try await media.decode(output, as: "gray").prefix(size.area)
    #expect(frame.count == size.area && frame.allSatisfy { $0 > 220 })
  }

  @Test("a clean aperture crops films, copies and stills")
  func cleanAperture() async throws {
    try await media.make("c.mp4", Self.source)
    try addAperture(to: "c.mp4", as: "clap.mov")
    try await check("clap.mov", ImageSize(width: 64, height: 48))
    try await check("clap.mov", ImageSize(width: 64, height: 48), copies: true)
    let picture = try await ImageDecoder().decode(path: media.file("clap.mov")).snapshot
    #expect(picture.size == ImageSize(width: 64, height: 48))
    #expect(picture[3, 0].green > 240 && picture[3, 47].green > 240)
  }

  @Test("a clean aperture is rotated with its pictures", arguments: cases([90], full: [180, 270]))
  func turnedAperture(angle: Int) async throws {
    try await media.make("c.mp4", Self.source)
    try await media.make("t.mp4", ["-i", "c.mp4", "-c", "copy", "-metadata:s:v", "rotate=\(angle)"])
    try addAperture(to: "t.mp4", as: "turned.mov")
    let picture = try await ImageDecoder().decode(path: media.file("turned.mov")).snapshot
    let isTurned = angle != 180
    #expect(picture.size == ImageSize(width: isTurned ? 48 : 64, height: isTurned ? 64 : 48))
    let corners = [(0, 0), (picture.size.width - 1, picture.size.height - 1)]
    #expect(corners.allSatisfy { picture[$0.0, $0.1].green > 240 })
  }

  @Test(
    "Matroska's crop applies before its display size",
    .needs("mkvpropedit"), arguments: cases(1, of: [128, nil] as [Int?]))
  func pixelCrop(displayWidth: Int?) async throws {
    try await media.make("c.mkv", Self.source)
    // mkvpropedit edits in place, and c.mkv may be a link of a cached file.
    try media.write(try #require(media.bytes("c.mkv")), to: "cropped.mkv")
    var edits = ["pixel-crop-top=8", "pixel-crop-bottom=16"]
    if let displayWidth { edits += ["display-width=\(displayWidth)", "display-height=48"] }
    _ = try await Program("mkvpropedit").output(
      ["-q", media.file("cropped.mkv"), "--edit", "track:v1"] + edits.flatMap { ["--set", $0] })
    try await check("cropped.mkv", ImageSize(width: displayWidth ?? 64, height: 48))
  }
}
