import FilmSamples
import Foundation
import SegueFields
import SegueImaging
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles

extension Media {
  /// Writes the files to which the films of `FilmTable` refer, without the video.
  func writeFilesOfTables() throws {
    let picture = Snapshot(width: 64, height: 48) { x, y in
      RGBAColor(red: UInt8(x * 4), green: UInt8(y * 5), blue: 90)
    }
    try write(picture, to: "logo.png")
    for number in 0..<30 { try write(Array(try #require(bytes("logo.png"))), to: "shot\(number).png") }
    try write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "words.srt")
    try wave("song.wav", seconds: 3) { _ in 0.1 }
    try write(
      Array(#"{"timing": "linear", "events": [{"at": 0, "do": "begin"}, {"at": 0.1, "do": "finish"}]}"#.utf8),
      to: "run.json")
  }
}

/// The tables of keys of a film file, as their schema describes them.
@Suite("Tables of a film file") struct FilmTableTests {
  /// Every value that `film` sets, as text.
  private func read(_ film: JSONValue) throws -> String {
    var request = try FilmFile.film(in: film, name: "film.json", folder: "")
    request.notices = []
    return String(reflecting: request)
  }

  @Test("each key accepts its values, its bounds and null in a film file", arguments: FilmTable.all)
  func readValues(table: FilmTable) throws {
    for key in table.keys {
      let values = table.values(of: key)
      #expect(!values.isEmpty, "\(key): its schema has no example")
      let isRequired = table.required.contains(key)
      let unset = isRequired ? nil : try read(table.film(with: nil, of: key))
      let texts = values.compactMap { value -> String? in
        do { return try read(table.film(with: value, of: key)) } catch {
          Issue.record("\(key), \(value): \(error)")
          return nil
        }
      }
      #expect(texts.contains { $0 != unset }, "\(key) has no effect")
      if let unset {
        #expect(try read(table.film(with: .null, of: key)) == unset, "\(key)")
      } else {
        #expect(throws: FilmError.self, "\(key)") { try read(table.film(with: nil, of: key)) }
      }
    }
  }

  @Test("a film file rejects other types and numbers beyond the bounds of each key", arguments: FilmTable.all)
  func rejectValues(table: FilmTable) {
    for key in table.keys {
      for value in table.wrongValues(of: key) {
        #expect(throws: FilmError.self, "\(key), \(value)") { try read(table.film(with: value, of: key)) }
      }
    }
  }

  @Test("FilmTable.all has every table of keys in the sources")
  func allTables() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardized
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let owners = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /Fields<([\w.]+)>\(/)
        .map { String($0.output.1) }
    }
    let known = [
      "FilmRequest": ["file", "film", "defaults"], "FilmJunction": ["junction", "defaults.transition"],
      "FilmClip": ["clip"], "FilmClip.Freeze": ["freeze"], "MotionObject": ["motion"],
      "PictureMotion.Keyframe": ["motion.path"], "FilmTitle": ["title"], "LayerKeyframe": ["keyframe"],
      "FilmOverlay": ["overlay"], "FilmCaptions": ["captions"], "FilmProgress": ["progress"],
      "FilmDevice": ["device"], "FilmMusic": ["music"],
    ]
    // The tables of a timeline, and of a title's key `stagger`.
    let others = ["DragSample", "EventObject", "Timeline", "Whole"]
    let expected = known.flatMap { owner, names in names.map { _ in owner } } + others
    #expect(owners.sorted() == expected.sorted())
    // A layer's transition has the keys of a junction but two.
    #expect(FilmTable.all.map(\.name).sorted() == (known.values.flatMap(\.self) + ["enter"]).sorted())
  }

  @Test("a table has the keys of its fields")
  func keys() {
    func expect<Owner>(_ name: String, _ fields: Fields<Owner>) {
      #expect(FilmTable[name]?.keys == fields.list.map(\.name).sorted(), "\(name)")
      #expect(
        FilmTable[name]?.required.sorted() == fields.list.filter(\.isRequired).map(\.name).sorted(), "\(name)"
      )
    }
    expect("file", FilmRequest.fields)
    expect("film", FilmRequest.filmFields)
    expect("defaults", FilmRequest.defaultFields)
    expect("clip", FilmClip.fields)
    expect("freeze", FilmClip.Freeze.fields)
    expect("motion", MotionObject.fields)
    expect("motion.path", PictureMotion.Keyframe.fields)
    expect("junction", FilmJunction.fields)
    expect("defaults.transition", FilmJunction.fields.without("sound"))
    expect("enter", FilmJunction.layerFields)
    expect("title", FilmTitle.fields)
    expect("keyframe", LayerKeyframe.fields)
    expect("overlay", FilmOverlay.fields)
    expect("captions", FilmCaptions.fields)
    expect("progress", FilmProgress.fields)
    expect("device", FilmDevice.fields)
    expect("music", FilmMusic.fields)
  }
}
