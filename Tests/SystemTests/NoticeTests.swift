import Foundation
import SegueFields
import SegueSystem
import Testing

@Suite("Notices") struct NoticeTests {
  @Test("a message has the source before the sentence")
  func message() {
    #expect("\(Notice(.warning, "it is short"))" == "it is short")
    #expect("\(Notice(at: .named("a.mp4"), "it is short"))" == "a.mp4: it is short")
    #expect("\(Notice(at: Place("clips[0]"), "a.mp4 is short"))" == "a.mp4 is short")
  }

  @Test("a notice about a nested film has the outer path and both names")
  func nested() {
    let inner = Notice(.loss, at: Place("clips[2]", named: "a.mp4"), of: "speed", "its sound is left out")
    let outer = [inner].at(Place("overlays[1]", named: "film.json"))[0]
    #expect("\(outer)" == "film.json: a.mp4: its sound is left out")
    #expect(outer.place == "overlays[1]" && outer.property == "speed" && outer.kind == .loss)
    let moved = inner.at(Place("overlays[1]"))
    #expect(moved.place == "overlays[1]" && moved.source == "a.mp4")
    #expect(inner.at(.named("film.json")).place == "clips[2]")
  }

  @Test("the path of a typed word has no quotation marks")
  func typedWords() {
    #expect(Place("“+slide,rows=9”").path == "+slide,rows=9")
    #expect(Place("clips[0]").path == "clips[0]" && Place("“").path == "“" && Place(nil).path == nil)
  }

  @Test("only notices that are equal in every part are duplicates")
  func duplicates() {
    var notices = [Notice(at: Place("clips[0]"), of: "volume", "no effect")]
    notices.add(notices)
    #expect(notices.count == 1)
    notices.add([
      Notice(at: Place("clips[1]"), of: "volume", "no effect"),
      Notice(at: Place("clips[0]"), of: "speed", "no effect"),
      Notice(.note, at: Place("clips[0]"), of: "volume", "no effect"),
    ])
    #expect(notices.count == 4)
  }

  @Test("a notice is unchanged by encoding and decoding as JSON")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let whole = Notice(.note, at: Place("clips[0]", named: "a.mp4"), of: "fit", "cropped")
    let data = try encoder.encode([Notice(.warning, "late"), whole])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"kind":"warning","sentence":"late"},"#
        + #"{"kind":"note","place":"clips[0]","property":"fit","sentence":"cropped","source":"a.mp4"}]"#)
    #expect(try JSONDecoder().decode([Notice].self, from: data)[1] == whole)
  }
}
