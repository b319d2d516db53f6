import Foundation
import TestSupport
import Testing

@testable import SegueSystem

/// Properties of files that change.
@Suite("File caches") struct FileCacheTests {
  private let place: Workplace
  private let cache = FileCache<String, Int>()

  init() throws {
    place = try Workplace()
    try place.write("a", to: "file")
  }

  private func entry(_ key: String = "") throws -> FileCache<String, Int>.Entry {
    try #require(cache.entry(place.file("file"), key))
  }

  @Test("a value is found by its key until the file changes")
  func change() throws {
    try entry().value = 1
    try entry("other").value = 2
    #expect(try entry().value == 1)
    #expect(try entry("other").value == 2)
    try place.write("longer", to: "file")
    #expect(try entry().value == nil)
  }

  @Test("a value is found under every name of its file")
  func link() throws {
    try entry().value = 1
    try FileManager.default.linkItem(atPath: place.file("file"), toPath: place.file("link"))
    #expect(cache.entry(place.file("link"), "")?.value == 1)
  }

  @Test("a value is not kept if the file changes during its computation")
  func race() throws {
    let old = try entry()
    try place.write("longer", to: "file")
    old.value = 1
    #expect(old.value == nil)
    #expect(try entry().value == nil)
  }

  @Test("folders and missing files have no entry")
  func missing() {
    #expect(cache.entry(place.path, "") == nil)
    #expect(cache.entry(place.file("none"), "") == nil)
  }

  @Test("a full cache drops its oldest value")
  func full() throws {
    for number in 0..<1024 { try entry("\(number)").value = number }
    try entry("1").value = -1
    try entry("1024").value = 1024
    #expect(try entry("0").value == nil)
    #expect(try entry("1").value == -1 && entry("2").value == 2 && entry("1024").value == 1024)
  }

  @Test("the content of a changed file is read again")
  func contents() throws {
    let hashes = ContentHashes()
    #expect(hashes.content(of: place.file("file")) == ContentHash(Array("a".utf8)))
    try place.write("longer", to: "file")
    #expect(hashes.content(of: place.file("file")) == ContentHash(Array("longer".utf8)))
    #expect(hashes.content(of: place.path) == nil)
  }
}
