import Foundation
import TestSupport
import Testing

@testable import SegueSystem

/// Folders of killed and of running processes.
@Suite("Folder locks") struct FolderLockTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// A folder with a file that was last changed `age` seconds ago.
  private func make(_ name: String, age: Double) throws {
    let path = place.file(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Data([1]).write(to: URL(filePath: path + "/file"))
    let date = Date(timeIntervalSinceNow: -age)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  @Test("old unlocked folders are removed")
  func sweep() throws {
    for (name, age) in [
      ("segue-work-killed", 60.0), ("segue-work-inused", 60), ("segue-work-younge", 1),
      ("segue-work-toolong", 60), ("other-abcdef", 60),
    ] { try make(name, age: age) }
    try Data().write(to: URL(filePath: place.file("segue-work-afile1")))
    let lock = try #require(FolderLock(place.file("segue-work-inused")))
    #expect(FolderLock(place.file("segue-work-inused")) == nil)
    FolderLock.sweep(place.path, prefix: "segue-work-")
    #expect(
      place.names() == [
        "other-abcdef", "segue-work-afile1", "segue-work-inused", "segue-work-toolong",
        "segue-work-younge",
      ])
    // A child process would have this copy of the descriptor between fork and exec.
    let inherited = dup(lock.descriptor)
    defer { close(inherited) }
    lock.unlock()
    FolderLock.sweep(place.path, prefix: "segue-work-")
    #expect(!place.names().contains("segue-work-inused"))
  }

  @Test("the lock of a killed process is released when its child calls exec")
  func killedStarter() throws {
    try place.write("", to: "file")
    func opened() -> CInt { open(place.file("file"), O_RDWR | O_CLOEXEC) }
    let (killed, next) = (opened(), opened())
    try #require(FileLock.take(killed))
    #expect(!FileLock.take(next, pauses: 1) && errno == EWOULDBLOCK)
    Thread.detachNewThread { close(killed) }
    // A minute is reached only by a hang.
    #expect(FileLock.take(next, pauses: 6000))
    FileLock.release(next)
  }

  @Test("a work folder is locked while it exists")
  func workFolder() throws {
    let prefix = ".segue-work-" + FolderLock.machine
    try make(prefix + "killed", age: 60)
    let folder = try WorkFolder(beside: place.file("film.mp4"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(names.count == 1 && names[0].hasPrefix(prefix) && names[0] != prefix + "killed")
    #expect(FolderLock(folder.path) == nil)
    folder.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    // A folder of another machine, whose locks may be invisible here.
    try make(".segue-work-0000000-killed", age: 60)
    #expect(FolderLock.machine.count == 9)
    FolderLock.sweep(place.path, prefix: prefix)
    #expect(place.names() == [".segue-work-0000000-killed"])
  }
}
