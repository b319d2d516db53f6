import SegueImaging
import SegueMotion
import Testing

import SegueFilms
import SegueRun
import SegueSystem

@testable import SegueFilm
@testable import SegueRun

/// Titles as arguments, and their frames.
@Suite("Titles") struct FilmTitleTests {
  @Test("a title's argument is a text with settings")
  func parsing() throws {
    let plain = try FilmTitle(parsing: "Summer, 2026")
    #expect(plain.text == "Summer, 2026" && plain.place == .bottom && plain.start == .seconds(0))
    #expect(
      plain.shadow == FilmTitle.softShadow && plain.outline == nil && plain.box == nil && plain.end == nil)
    let full = try FilmTitle(
      parsing:
        "Dunes, again\\nand again,start=1:02.5,end=-75f,at=top-left,size=0.1,font=Lato, Sans Bold,"
        + "color=#ff0000,outline=black,shadow=none,box=#00000080,fade=0")
    #expect(full.text == "Dunes, again\nand again" && full.font == "Lato, Sans Bold")
    #expect(full.start == .seconds(62.5) && full.end == .frames(-75) && full.place == .topLeft)
    #expect(full.size == 0.1 && full.fade == 0 && full.color == RGBAColor(red: 255, green: 0, blue: 0))
    #expect(full.outline == .black && full.shadow == nil)
    #expect(full.box == RGBAColor(red: 0, green: 0, blue: 0, alpha: 128))
    #expect(try FilmTitle(parsing: "E=mc², z=1").text == "E=mc², z=1")
    let placed = try FilmTitle(parsing: "A,x=0.25,y=-1,anchor=top-left")
    #expect(placed.x == 0.25 && placed.y == -1 && placed.anchor == .topLeft)
    #expect(try FilmTitle(parsing: "text='A,margin=0.1'").text == "A,margin=0.1")
  }

  @Test("a title has the same defaults in a film file, on the command line and in a program")
  func defaults() throws {
    let file = try FilmFile.parse(
      Array(#"{"segue": 1, "clips": ["a"], "titles": ["Summer"]}"#.utf8), name: "film.json", folder: "")
    #expect(file.titles == [try FilmTitle(parsing: "Summer")] && file.titles == [FilmTitle("Summer")])
    #expect(file.titles[0].shadow == RGBAColor(red: 0, green: 0, blue: 0, alpha: 210))
  }

  @Test(
    "a quoted text may contain settings",
    arguments: [
      ("text='Soup, size=XL',at=top", "Soup, size=XL", FilmTitle.Place.top),
      ("text=\"Let's go, at=noon\"", "Let's go, at=noon", .bottom),
      ("text='Let's go, at=noon',at=top", "Let's go, at=noon", .top), ("text=\"'A'\"", "'A'", .bottom),
      ("text='One\\ntwo, box=3',at=center", "One\ntwo, box=3", .center),
      ("text=Summer, 2026,at=top", "Summer, 2026", .top), ("'Summer', 2026", "'Summer', 2026", .bottom),
    ])
  func quoting(word: String, text: String, place: FilmTitle.Place) throws {
    let title = try FilmTitle(parsing: word)
    #expect(title.text == text && title.place == place)
  }

  @Test(
    "the error for an invalid setting lists the valid settings",
    arguments: [
      ("A,start=soon", "start as seconds"), ("A,at=middle", "at as top-left"), ("A,size=2", "0.005 to 1"),
      ("A,color=reddish", "CSS colour"), ("A,box=0", "none"), ("A,fade=-1", "fade as 0 to 86400 s"),
      ("A,colour=red", "“color” instead of “colour”"), ("A,at=top,at=left", "“at” once"),
      ("text='A, at=b',text=c", "“text” once"),
      ("A,end=100000", "end as"),
      ("A,siez=1", "“size” instead of “siez”; quotes keep a comma in the text: text='…'"),
      ("A,margin=0.1", "a setting in place of “margin”: at, size, font, "),
      ("A,font=Sans,Weight_2=9", "a setting in place of “Weight_2”: at, size, font, "),
      ("A,margin=0.1", "; quotes keep a comma in the text: text='…'"),
      ("text=A,z=1", "a setting in place of “z”"), ("A,x=11", "x as -10 to 10 frame widths"),
    ])
  func faults(word: String, words: String) {
    let error = #expect(throws: FilmError.self) { try FilmTitle(parsing: word) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("a negative time counts from the film's end, as an option and in a file")
  func fromEnd() async throws {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(4)
    var request = FilmRequest(clips: [clip], junctions: [], output: "")
    request.output.frameRate = try FrameRate(30)
    func frames(_ word: String) async throws -> Range<Int>? {
      request.titles = [try FilmTitle(parsing: word)]
      return try await FilmPlan(request).titles[0].plan?.frames
    }
    let ranges: [(String, Range<Int>)] = [
      ("A,start=-2,end=-1", 60..<90), ("A,start=1", 30..<120), ("A,end=-15f", 0..<105),
      ("A,start=-90", 0..<120), ("A,start=100f,end=99", 100..<120),
    ]
    for (word, range) in ranges { #expect(try await frames(word) == range, "\(word)") }
    for word in ["A,start=-1,end=-2", "A,start=4", "A,end=-4"] {
      #expect(try await frames(word) == nil, "\(word)")
    }
    let file = try FilmFile.parse(
      Array(
        #"{"segue": 1, "clips": [{"src": "a"}], "titles": [{"text": "A", "start": -2, "end": "-15f", "box": "red", "shadow": "none"}]}"#
          .utf8), name: "film.json", folder: "")
    #expect(
      file.notices.isEmpty && file.titles[0].start == .seconds(-2) && file.titles[0].end == .frames(-15))
    #expect(file.titles[0].box == RGBAColor(red: 255, green: 0, blue: 0) && file.titles[0].shadow == nil)
  }

  @Test("a clip's title counts its time from the middle of the clip's first transition")
  func ofClips() async throws {
    var clips = (0..<3).map { _ in FilmClip(.color(.black)) }
    // Frames 0..<60, 50..<110, 110..<170: an overlap of 10, then a cut.
    for index in clips.indices { clips[index].duration = .seconds(2) }
    func shown(_ words: [String?]) async throws -> [Range<Int>] {
      var titled = clips
      for (index, word) in words.enumerated() {
        titled[index].titles = try word.map { [try FilmTitle(parsing: $0)] } ?? []
      }
      var request = FilmRequest(
        clips: titled, junctions: [FilmJunction(duration: .frames(10)), .cut], output: "")
      request.output.frameRate = try FrameRate(30)
      request.titles = [FilmTitle("Over them")]
      let frames = try await FilmPlan(request).titles.map { $0.plan?.frames ?? 0..<0 }
      #expect(frames.last == 0..<170)
      return frames.dropLast()
    }
    #expect(try await shown(["One", "Two", "Three"]) == [0..<55, 55..<110, 110..<170])
    #expect(try await shown([nil, "Two,start=1,end=-15f", nil]) == [80..<95])
    #expect(try await shown(["One,start=59f", "Two,end=5f", "Three,start=1"]) == [0..<0, 0..<0, 140..<170])
  }

  @Test("a title's picture equals the film's frames", arguments: FilmTitle.Place.allCases)
  func picture(place: FilmTitle.Place) async throws {
    var title = FilmTitle("Dunes\nat dusk")
    (title.place, title.fade, title.size, title.box) = (
      place, 0, 0.3, RGBAColor(red: 9, green: 0, blue: 80, alpha: 90)
    )
    title.shadow = nil
    let size = ImageSize(width: 64, height: 36)
    let picture = try title.picture(in: size)
    #expect(picture.size == size && picture[0, 0].alpha == 0 && !picture.isOpaque)
    var clip = FilmClip(.color(RGBAColor(red: 200, green: 30, blue: 0)))
    clip.duration = .seconds(1)
    var film = FilmRequest(items: [FilmItem(clip)])
    (film.output.size, film.titles) = (.exact(size), [title])
    let layer = try #require(
      try await ResolvedFilm(FilmPlan(film)).layers.first?.open(0..<10).layers(at: 3).first)
    let under = try Snapshot(
      width: 64, height: 36, rgba: (0..<64 * 36).flatMap { _ in [200, 30, 0, 255] as [UInt8] })
    let drawn = try SnapshotPair(from: under, to: under).pictures(
      of: [layer, RecipeLayer(.picture(picture))].map {
        .stack([RecipeLayer(.snapshot(.from)), $0], background: .black)
      })
    #expect(drawn[0].rgba == drawn[1].rgba && drawn[0].rgba != under.rgba)
  }

  @Test("the anchor of a title is at x and y")
  func position() throws {
    let size = ImageSize(width: 200, height: 100)
    func rows(_ word: String) throws -> [[RGBAColor]] {
      let picture = try FilmTitle(parsing: word + ",shadow=none,box=red,size=0.1").picture(in: size)
      return (0..<100).map { y in (0..<200).map { picture[$0, y] } }
    }
    // A margin of 6 % of the height.
    let corner = try rows("One\\ntwo two,at=top-left")
    #expect(try rows("One\\ntwo two,x=0.03,y=0.06,anchor=top-left") == corner)
    #expect(try rows("One,x=0.5,y=0.5") == rows("One,at=center"))
    let middle = try rows("One,at=center")
    let moved = try rows("One,x=0.6,y=0.3")
    for y in 0..<80 { #expect(Array(moved[y][20...]) == Array(middle[y + 20][..<180])) }
  }

  @Test("the warning about missing characters names an example and the packages to install")
  func missingGlyphs() {
    let notice = Notice.missingGlyphs(2, of: "the captions a.srt", like: "字", property: "font")
    #expect(notice.kind == .warning && notice.property == "font")
    #expect(
      notice.sentence
        == "no font has 2 of the characters of the captions a.srt, such as “字”; they become boxes: install "
        + "fonts-noto-core, fonts-noto-cjk (Chinese, Japanese, Korean) or fonts-noto-color-emoji")
  }

  @Test("a title's picture causes the same warnings as the title in a film")
  func pictureWarnings() async throws {
    var title = FilmTitle("Unpronounceable\u{10fffd}")
    (title.font, title.size) = ("No Such Font", 0.5)
    let size = ImageSize(width: 64, height: 36)
    var told: [String] = []
    _ = try title.picture(in: size) { told.append($0) }
    #expect(told.count == 3 && told[0].hasPrefix("font “No Such Font” is missing"))
    #expect(told[1].hasPrefix("no font has 1 of the characters of the title “Unpronounceable"))
    #expect(told.last == "the title “\(title.text)” exceeds the frame, 64x36, so it is cut off")
    var film = FilmRequest(items: [FilmItem(FilmClip(.color(.black)))])
    (film.output.size, film.titles) = (.exact(size), [title])
    #expect(try await ResolvedFilm(FilmPlan(film)).notices.messages == told)
    (title.font, title.size, title.text) = (FilmTitle("A").font, 0.2, "A")
    told = []
    _ = try title.picture(in: size) { told.append($0) }
    #expect(told.isEmpty)
  }

  @Test("a message about a title is one line")
  func oneLine() throws {
    var told: [String] = []
    _ = try FilmTitle("A\nB", size: 1).picture(in: ImageSize(width: 64, height: 36)) { told.append($0) }
    #expect(told == ["the title “A\\nB” exceeds the frame, 64x36, so it is cut off"])
  }

  @Test("a title's picture rejects an invalid frame size or title")
  func pictureBounds() {
    var title = FilmTitle("A")
    for size in [ImageSize(width: 0, height: 4), ImageSize(width: 4, height: .max)] {
      #expect(throws: SegueError.self) { try title.picture(in: size) }
    }
    for height in [0, -1, .nan, .infinity, 2] {
      title.size = height
      #expect(throws: SegueError.self) { try title.picture(in: ImageSize(width: 64, height: 36)) }
    }
    title.size = 0.1
    title.fade = -1
    let error = #expect(throws: SegueError.self) { try title.picture(in: ImageSize(width: 64, height: 36)) }
    #expect(error.map { "\($0)" }?.contains("fade is -1 s, but must be 0 to 86400 s") == true)
  }
}
