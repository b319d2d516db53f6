import Foundation
import Glibc
import TestSupport
import Testing

@testable import SegueSystem

@Suite("Atomic outputs") struct AtomicOutputTests {
  @Test("the output appears at the commit")
  func commit() throws {
    let folder = try Workplace()
    let output = try AtomicOutput(path: folder.file("a.mp4"), overwrite: false)
    #expect(output.writablePath.hasSuffix(".mp4"))
    #expect(OutputPath.name(of: output.writablePath).hasPrefix(".a.segue-"))
    #expect(OutputPath.folder(of: output.writablePath) == folder.path)
    try Data("new".utf8).write(to: URL(fileURLWithPath: output.writablePath))
    #expect(folder.names().count == 1)
    #expect(folder.text("a.mp4") == nil)
    try output.commit()
    #expect(folder.names() == ["a.mp4"])
    #expect(folder.text("a.mp4") == "new")
    output.abort()
    #expect(folder.names() == ["a.mp4"])
  }

  @Test("an abort keeps an existing file")
  func abort() throws {
    let folder = try Workplace()
    try folder.write("old", to: "a.mp4")
    let output = try AtomicOutput(path: folder.file("a.mp4"), overwrite: true)
    #expect(folder.names().count == 2)
    output.abort()
    #expect(folder.names() == ["a.mp4"])
    #expect(folder.text("a.mp4") == "old")
  }

  @Test("an output that is never committed is removed")
  func uncommitted() throws {
    let folder = try Workplace()
    do { _ = try AtomicOutput(path: folder.file("a.mp4"), overwrite: false) }
    #expect(folder.names().isEmpty)
  }

  @Test("an existing file is kept unless it may be replaced")
  func existing() throws {
    let folder = try Workplace()
    try folder.write("old", to: "a.png")
    let path = folder.file("a.png")
    #expect(throws: SystemError.outputExists(path: path)) { try AtomicOutput(path: path, overwrite: false) }
    let output = try AtomicOutput(path: path, overwrite: true)
    try Data("new".utf8).write(to: URL(fileURLWithPath: output.writablePath))
    try output.commit()
    #expect(folder.text("a.png") == "new")
  }

  @Test("a file that appears at the output's path meanwhile is kept")
  func concurrent() throws {
    let folder = try Workplace()
    let output = try AtomicOutput(path: folder.file("a.png"), overwrite: false)
    try folder.write("theirs", to: "a.png")
    #expect(throws: SystemError.outputExists(path: folder.file("a.png"))) { try output.commit() }
    #expect(folder.names() == ["a.png"])
    #expect(folder.text("a.png") == "theirs")
  }

  @Test("the error for an unwritable path has the reason")
  func unwritable() throws {
    let folder = try Workplace()
    try folder.write("", to: "plain")
    let cases = [
      (folder.path, "Is a directory"), (folder.file("new/"), "Is a directory"),
      (folder.file("missing/a.mp4"), "there is no folder \(folder.file("missing"))"),
      (folder.file("plain/a.mp4"), "Not a directory"),
      ("", "it is not a valid file name"), ("/proc/a.mp4", "No such file or directory"),
    ]
    for (path, reason) in cases {
      #expect(throws: SystemError.cannotCreate(path: path, reason: reason)) {
        try AtomicOutput(path: path, overwrite: true)
      }
    }
  }

  @Test("the target of a link is replaced")
  func link() throws {
    let folder = try Workplace()
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
    try folder.write("old", to: "real/a.mp4")
    for (link, target) in [("link.mp4", "real/a.mp4"), ("dangling.mp4", "real/b.mp4")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
      let output = try AtomicOutput(path: folder.file(link), overwrite: true)
      try Data("new".utf8).write(to: URL(fileURLWithPath: output.writablePath))
      try output.commit()
      #expect(folder.text(target) == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(link)) == target)
    }
    #expect(folder.names(in: "real") == ["a.mp4", "b.mp4"])
    try FileManager.default.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: "loop")
    #expect(throws: SystemError.self) { try AtomicOutput(path: folder.file("loop"), overwrite: true) }
  }

  @Test("a replaced file keeps its permissions")
  func permissions() throws {
    let folder = try Workplace()
    try folder.write("old", to: "a.mp4")
    chmod(folder.file("a.mp4"), 0o640)
    try AtomicOutput(path: folder.file("a.mp4"), overwrite: true).commit()
    var status = stat()
    #expect(stat(folder.file("a.mp4"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("a device is written to without being replaced")
  func device() throws {
    #expect(throws: SystemError.outputExists(path: "/dev/null")) {
      try AtomicOutput(path: "/dev/null", overwrite: false)
    }
    let output = try AtomicOutput(path: "/dev/null", overwrite: true)
    #expect(output.isDirect)
    #expect(output.writablePath == "/dev/null")
    try output.commit()
    #expect(try OutputPath.kind(of: "/dev/null") == .special)
  }

  @Test("hidden names have at most 255 bytes")
  func nameLength() {
    let long = "/x/" + String(repeating: "ä", count: 120) + ".mp4"
    let hidden = AtomicOutput.hiddenPath(for: long, unique: .max)
    #expect(OutputPath.name(of: hidden).utf8.count < 255)
    #expect(hidden.hasSuffix(".mp4"))
    #expect(AtomicOutput.hiddenPath(for: "plain", unique: 35) == "./.plain.segue-z")
  }

  @Test(
    "the next output removes the files of a killed process only", arguments: ["a.mp4", "plain"])
  func leftFiles(name: String) throws {
    let folder = try Workplace()
    let inUse = try AtomicOutput(path: folder.file(name), overwrite: false)
    let killed = AtomicOutput.hiddenPath(for: folder.file(name), machine: FileLock.machine, unique: 1)
    let elsewhere = AtomicOutput.hiddenPath(for: folder.file(name), machine: "zzzzzzzz", unique: 1)
    let other = AtomicOutput.hiddenPath(for: folder.file("other"), machine: FileLock.machine, unique: 1)
    let kept = [inUse.writablePath, elsewhere, other]
    for path in [killed, elsewhere, other] { try Data([1]).write(to: URL(filePath: path)) }
    do { _ = try AtomicOutput(path: folder.file(name), overwrite: false) }
    #expect(folder.names() == kept.map(OutputPath.name(of:)).sorted())
    AtomicOutput.removeStaleFiles(of: folder.file(name), ofAllMachines: true)
    #expect(folder.names() == [inUse.writablePath, other].map(OutputPath.name(of:)).sorted())
    try inUse.commit()
    #expect(folder.names() == [OutputPath.name(of: other), name].sorted())
  }

  @Test("other processes can write the locked file")
  func lockedFile() throws {
    let folder = try Workplace()
    let output = try AtomicOutput(path: folder.file("a.mp4"), overwrite: false)
    let descriptor = open(output.writablePath, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(!FileLock.takeBeyondEnd(descriptor) && errno == EAGAIN)
    // The lock covers the whole file, as an encoder locks its output.
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_len = 1 << 50
    #expect(fcntl(descriptor, F_SETLK, &range) == 0)
  }

  @Test("a file has one identity under all its names")
  func oneIdentity() throws {
    let folder = try Workplace()
    try folder.write("x", to: "a")
    try folder.write("x", to: "b")
    try FileManager.default.createSymbolicLink(atPath: folder.file("l"), withDestinationPath: "a")
    let identity = OutputPath.identity(of: folder.file("a"))
    #expect(identity != nil && identity == OutputPath.identity(of: folder.file("./l")))
    #expect(identity != OutputPath.identity(of: folder.file("b")))
    #expect(OutputPath.identity(of: folder.file("missing")) == nil)
  }
}
