import Glibc
import SegueFields
import SegueImaging
import SegueMath
import SegueSystem

/// Numbered picture files that form one clip: a pattern such as `shot%04d.png`, a wildcard such as
/// `shots/*.jpg`, or a folder. Pictures are ordered by the numbers in their names.
package struct PictureSequence: Sendable, Hashable {
  /// The files, in order; at least one.
  package let paths: [String]
  /// The frame rate; `nil` for the film's frame rate.
  package var rate: Ratio?
  /// The reason why the pictures count as photographs, worded as a predicate after the sequence's
  /// name; `nil` for frames.
  package private(set) var photographs: String?
  package private(set) var isSlideShow = false
  package private(set) var notices: [Notice] = []

  /// Whether `path` names a sequence: a folder, or a pattern or wildcard that is not an existing
  /// file.
  package static func isNamed(by path: String) -> Bool {
    switch try? OutputPath.kind(of: path) {
    case .directory: true
    case .file, .special: false
    case .missing, nil: pattern(path) != nil || hasWildcard(path)
    }
  }

  package static func isFolder(_ path: String) -> Bool { (try? OutputPath.kind(of: path)) == .directory }

  /// Finds the files of the sequence at `path`.
  /// - Throws: `SystemError.unreadable` if no file matches.
  package init(_ path: String) throws(SystemError) {
    let isFolder = Self.isFolder(path)
    var others: [String] = []
    if isFolder {
      (paths, others) = Self.contents(of: path)
    } else if let pattern = Self.pattern(path) {
      let numbers = pattern.existing(in: 0...)
      paths = numbers.map(pattern.path(for:))
      // A number in a name may be the largest integer, so nothing is added to it.
      let missing = (numbers.last ?? 0) - (numbers.first ?? 0) - (numbers.count - 1)
      if !numbers.isEmpty, missing > 0 {
        let gap = zip(numbers, numbers.dropFirst()).first { $1 > $0 + 1 }.map { $0.0 + 1 } ?? 0
        let subject = missing == 1 ? "1 picture is" : "\(missing) pictures are"
        notices = [
          Notice(
            at: .named(path),
            "\(subject) missing between the first and the last, starting with number \(gap); the others "
              + "play without a pause")
        ]
      }
    } else {
      paths = Self.matches(of: path)
    }
    if let clip = isFolder ? nil : paths.first(where: { InputKind(ofFileAt: $0) == .clip }) {
      throw .badData(path: clip, reason: "a sequence may contain only still pictures")
    }
    if let sentence = Self.sentence(about: others, in: path) {
      notices.append(Notice(.loss, at: .named(path), sentence))
    }
    if paths.isEmpty {
      throw .unreadable(
        path: path,
        reason: isFolder
          ? Self.sentence(about: others, in: path) ?? "there are no pictures in this folder"
          : "no file matches")
    }
  }

  private static func sentence(about others: [String], in path: String) -> String? {
    guard let first = others.first else { return nil }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let count = others.count == 1 ? "1 file is" : "\(others.count) files are"
    return
      "a folder is one clip of its PNG, JPEG, WebP, HEIC, AVIF and TIFF pictures, so \(count) left out, such as "
      + "\(first.dropFirst(folder.count)); \(folder)* without quotes takes every file as a separate input"
  }

  /// The files of the input `path`: the files of a sequence, else `path` itself.
  package static func files(of path: String) -> [String] {
    isNamed(by: path) ? (try? PictureSequence(path))?.paths ?? [] : [path]
  }

  /// Shows each picture for `seconds`, and adds the note `sentence`.
  package mutating func showSlides(of seconds: Double, _ sentence: String) {
    isSlideShow = true
    rate = Ratio(1000, max(1, Int(limiting: (seconds * 1000).rounded())))
    notices.append(Notice(.note, of: "fps", sentence))
  }

  /// The sequence as a clip of pictures of `size`; `notices` are those of its first picture.
  func info(path: String, size: ImageSize, notices: [Notice], limits: DecodingLimits) -> ClipInfo {
    let rate = Ratio(25, 1)
    let video = ClipInfo.Video(
      codec: "pictures", storedSize: size, pixelFormat: "rgba", frameRate: rate, averageRate: rate,
      startTime: 0, hasAlphaTag: false, isStill: false)
    var info = ClipInfo(path: path, container: "", startTime: 0, video: video, audio: nil)
    var sequence = self
    sequence.photographs = photographs(limits: limits)
    sequence.notices += notices.at(.named(paths[0]))
    info.sequence = sequence
    return info
  }

  private static func pattern(_ path: String) -> SequencePattern? {
    path.hasSuffix("/") || !SequencePattern.isPattern(path) ? nil : try? SequencePattern(path)
  }

  private static func hasWildcard(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  /// The files that match a wildcard, as in a shell.
  private static func matches(of path: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0 else { return [] }
    let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    return paths.sorted(by: precedes)
  }

  /// The pictures and the other possible inputs in a folder, recognised by their first bytes.
  /// Hidden files are ignored.
  private static func contents(of folder: String) -> (pictures: [String], others: [String]) {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var (pictures, others): ([String], [String]) = ([], [])
    for name in OutputPath.names(in: folder) where !name.hasPrefix(".") {
      switch InputKind(ofFileAt: start + name) {
      case .picture: pictures.append(start + name)
      case .otherPicture, .clip: others.append(start + name)
      case nil: break
      }
    }
    return (pictures.sorted(by: precedes), others.sorted(by: precedes))
  }

  /// Whether `a` sorts before `b`, with digits compared as numbers: 9 precedes 10.
  static func precedes(_ a: String, _ b: String) -> Bool {
    var (x, y) = (Array(a.utf8)[...], Array(b.utf8)[...])
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    while let first = x.first, let second = y.first {
      guard isDigit(first), isDigit(second) else {
        if first != second { return first < second }
        x.removeFirst()
        y.removeFirst()
        continue
      }
      let (m, n) = (x.prefix(while: isDigit), y.prefix(while: isDigit))
      let (u, v) = (m.drop { $0 == 48 }, n.drop { $0 == 48 })
      if u.count != v.count { return u.count < v.count }
      if !u.elementsEqual(v) { return u.lexicographicallyPrecedes(v) }
      (x, y) = (x.dropFirst(m.count), y.dropFirst(n.count))
    }
    return x.isEmpty && y.isEmpty ? a < b : x.isEmpty
  }
}

extension ClipInfo {
  /// The clip at `rate` if it is a picture sequence without its own rate; other clips are
  /// unchanged.
  package func paced(_ rate: Ratio) -> ClipInfo {
    guard let sequence, var video else { return self }
    let rate = sequence.rate ?? rate
    (video.frameRate, video.averageRate) = (rate, rate)
    video.duration = Ratio(sequence.paths.count) / rate
    var info = self
    info.video = video
    return info
  }
}

final class SequencePictures: ClipPictures {
  let count: Int
  private let paths: [String]
  private let rate: Ratio
  private let decoder: ImageDecoder
  private var place = 0

  init(_ sequence: PictureSequence, _ rate: Ratio, limits: DecodingLimits) {
    paths = sequence.paths
    count = sequence.paths.count
    self.rate = rate
    decoder = ImageDecoder(limits: limits.keeping(.eight))
  }

  func time(of index: Int) -> Ratio { Ratio(index) / rate }

  func next(skipping skipped: Int) throws(SystemError) -> Snapshot? {
    place += skipped
    guard paths.indices.contains(place) else { return nil }
    defer { place += 1 }
    do {
      return try waitForTask { [decoder, path = paths[place]] in try await decoder.decoded(path: path) }
        .snapshot
    } catch let error as SystemError {
      throw error
    } catch {
      throw .cancelled
    }
  }
}
