import Foundation
import SegueImaging
import Synchronization
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

@Suite("Picture sequences") struct SinkSequenceTests {
  let size = ImageSize(width: 4, height: 2)

  @Test(
    "a pattern determines the names of the files",
    arguments: [
      ("frames/", "frames", 7, "frames/frame-00007.png"), ("/f/", "/f", 123_456, "/f/frame-123456.png"),
      ("a-%05d.png", ".", 12, "a-00012.png"), ("d/%d.png", "d", 12, "d/12.png"),
      ("/%03d%%x.png", "/", 5, "/005%x.png"), ("d//", "d", 0, "d/frame-00000.png"),
      ("é%02dé", ".", 3, "é03é"),
    ])
  func namePattern(_ path: String, _ folder: String, _ index: Int, _ expected: String) throws {
    let pattern = try SequencePattern(path)
    #expect(pattern.folder == folder)
    #expect(pattern.path(for: index) == expected)
    #expect(SequencePattern.isPattern(path))
  }

  @Test(
    "unsupported frame number patterns are rejected",
    arguments: [
      "plain.png", "%d-%d.png", "%s.png", "%5d.png", "%-5d.png", "%", "a%", "%0d.png", "%019d.png", "%x.png",
      "d%d/a-%d.png", "%%d.png", "%05i.png", "%99999999999999999999d.png",
    ])
  func otherPatterns(_ path: String) {
    #expect(throws: MediaError.self) { try SequencePattern(path) }
  }

  @Test("a path known to be a folder needs no trailing slash")
  func knownFolder() throws {
    #expect(try SequencePattern("frames", isFolder: true).path(for: 1) == "frames/frame-00001.png")
    #expect(!SequencePattern.isPattern("frames"))
    #expect(!SequencePattern.isPattern("100%%.png"))
  }

  @Test(
    "a percent sign without a number belongs to the file name",
    arguments: ["100%.png", "50%off.png", "a/%s.png", "100% done.png", "%"])
  func percentSign(path: String) throws {
    #expect(!SequencePattern.isPattern(path))
    if path.hasSuffix(".png") { #expect(try OutputFormat.resolve(path: path, format: nil) == .png) }
  }

  private func sink(
    _ folder: Workplace, _ path: String, _ frames: Range<Int>, overwrite: Bool = false,
    failing: Int? = nil
  ) throws -> PNGSequenceSink {
    let encoder = FakeStillEncoder(failing: failing)
    let pattern = try SequencePattern(folder.file(path))
    return PNGSequenceSink(pattern, frames: frames, encoder: encoder, overwrite: overwrite, threads: 3)
  }

  @Test("the files of a part have the numbers of the whole run")
  func numbers() throws {
    let folder = try Workplace()
    let sink = try sink(folder, "new/deep/", 40..<60)
    try sink.open()
    let released = Counter()
    for index in 40..<60 {
      try sink.write(makeFrame(size, .rgba8, seed: index) { released.add() }, index: index)
    }
    #expect(!folder.names(in: "new/deep").contains { $0.hasPrefix("frame") })
    let expected = (40..<60).map { "frame-000\($0).png" }
    #expect(try sink.finish() == expected.map { folder.file("new/deep/" + $0) })
    #expect(folder.names(in: "new/deep") == expected)
    for index in 40..<60 {
      let byte = UInt8(truncatingIfNeeded: index * 31)
      #expect(folder.text("new/deep/frame-000\(index).png") == "frame \(byte)")
    }
    #expect(released.value == 20)
  }

  @Test("a failed frame leaves no files and no new folder")
  func failedFrame() throws {
    let folder = try Workplace()
    let sink = try sink(folder, "a/b/", 0..<8, failing: 3)
    let released = Counter()
    try sink.open()
    let told = MediaError.unsupported(format: "fake", limit: .refused(reason: "told to fail"))
    #expect(throws: told) {
      for index in 0..<8 {
        try sink.write(makeFrame(size, .rgba8, seed: index) { released.add() }, index: index)
      }
      _ = try sink.finish()
    }
    sink.abort()
    #expect(folder.names().isEmpty)
    #expect(released.value >= 4)
  }

  @Test("only the files of a killed run are removed")
  func leftovers() throws {
    let folder = try Workplace()
    let sink = try sink(folder, "f/", 0..<3)
    try sink.open()
    let inUse = folder.names(in: "f")
    for name in ["f/.segue-1killed", "f/.segue-2mine", "f/.segue-3other"] { try folder.createFolder(name) }
    for name in ["1killed/frame-00000.png", "1killed/.before-0", "2mine/notes.txt", "3other/other-1.png"] {
      try folder.write("x", to: "f/.segue-" + name)
    }
    try folder.write("x", to: "f/.segue-4file")
    SequenceFolder.removeStaleFiles(of: folder.file("f/"))
    #expect(folder.names(in: "f") == ([".segue-2mine", ".segue-3other", ".segue-4file"] + inUse).sorted())
    SequenceFolder.removeStaleFiles(of: folder.file("f/other-%d.png"))
    #expect(folder.names(in: "f") == ([".segue-2mine", ".segue-4file"] + inUse).sorted())
    // The write in progress continues.
    for index in 0..<3 { try sink.write(makeFrame(size, .rgba8, seed: index), index: index) }
    #expect(try sink.finish().count == 3)
    SequenceFolder.removeStaleFiles(of: folder.file("none/"))
  }

  @Test("a new sequence removes the hidden folder of a killed sequence")
  func nextSequence() throws {
    let folder = try Workplace()
    try folder.createFolder("f")
    let kept = ["f/.segue-1other", "f/.segue-\(FileLock.machine)mine"]
    for name in kept + ["f/.segue-\(FileLock.machine)killed"] { try folder.createFolder(name) }
    for name in ["1other/frame-00000.png", "\(FileLock.machine)killed/frame-00000.png"] {
      try folder.write("x", to: "f/.segue-" + name)
    }
    try folder.write("x", to: kept[1] + "/notes.txt")
    let sink = try sink(folder, "f/", 0..<1)
    try sink.open()
    sink.abort()
    #expect(folder.names(in: "f").map { "f/" + $0 } == kept.sorted())
  }

  @Test("an abort keeps existing files")
  func abort() throws {
    let folder = try Workplace()
    try folder.write("old", to: "001.png")
    let sink = try sink(folder, "%03d.png", 0..<3, overwrite: true)
    try sink.open()
    for index in 0..<3 { try sink.write(makeFrame(size, .rgba8, seed: index), index: index) }
    sink.abort()
    #expect(folder.names() == ["001.png"])
    #expect(folder.text("001.png") == "old")
    #expect(throws: SystemError.cancelled) { try sink.write(makeFrame(size, .rgba8, seed: 0), index: 0) }
  }

  @Test("existing files are replaced only on request")
  func existing() throws {
    let folder = try Workplace()
    try folder.write("old", to: "001.png")
    try folder.write("other", to: "009.png")
    let path = folder.file("001.png")
    #expect(throws: SystemError.outputExists(path: path)) { try sink(folder, "%03d.png", 0..<3).open() }
    #expect(folder.names() == ["001.png", "009.png"])
    let replacing = try sink(folder, "%03d.png", 0..<3, overwrite: true)
    try replacing.open()
    for index in 0..<3 { try replacing.write(makeFrame(size, .rgba8, seed: index), index: index) }
    _ = try replacing.finish()
    #expect(folder.names() == ["000.png", "001.png", "002.png", "009.png"])
    #expect(folder.text("001.png") == "frame 31")
    #expect(folder.text("009.png") == "other")
  }

  @Test("an unfinished move of a sequence is undone")
  func unfinishedMove() throws {
    let folder = try Workplace()
    try folder.write("old", to: "000.png")
    let sink = try sink(folder, "%03d.png", 0..<3, overwrite: true)
    try sink.open()
    for index in 0..<3 { try sink.write(makeFrame(size, .rgba8, seed: index), index: index) }
    // A folder cannot be replaced by a file.
    try FileManager.default.createDirectory(
      atPath: folder.file("002.png"), withIntermediateDirectories: false)
    #expect(
      error { _ = try sink.finish() } == .writeFailed(path: folder.file("002.png"), reason: "Is a directory"))
    #expect(folder.names() == ["000.png", "002.png"])
    #expect(folder.text("000.png") == "old")
  }

  @Test("the error for a folder that cannot be made has the reason")
  func newFolder() throws {
    let folder = try Workplace()
    try folder.write("", to: "plain")
    #expect(throws: SystemError.cannotCreate(path: folder.file("plain"), reason: "Not a directory")) {
      try sink(folder, "plain/", 0..<1).open()
    }
    #expect(throws: SystemError.self) { try sink(folder, "plain/x/", 0..<1).open() }
    #expect(folder.names() == ["plain"])
  }
}
