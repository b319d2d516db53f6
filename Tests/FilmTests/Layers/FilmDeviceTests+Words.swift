import SegueFields
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// The reading and checking of devices.
extension FilmDeviceTests {
  private func parse(_ device: String) throws -> FilmDevice {
    let text = #"{"segue": 1, "clips": ["a.mp4"], "film": {"device": \#(device)}}"#
    return try FilmFile.parse(Array(text.utf8), name: "film.json", folder: "").device
  }

  @Test("a device is read from a film file and from the command line")
  func readers() throws {
    var device = FilmDevice(.android)
    #expect(try parse(#""android""#) == device && FilmDevice(parsing: "android") == device)
    #expect(try parse("null") == FilmDevice(.none) && FilmDevice(parsing: "none") == FilmDevice(.none))
    #expect(try parse("{}") == FilmDevice(.iphone))
    device.background = .black
    device.gradientEnd = .white
    device.bezel = RGBAColor(red: 255, green: 0, blue: 0)
    device.margin = 0
    device.shadow = 1
    device.ratio = .init(width: 9, height: 19.5)
    let object = """
      {"kind": "android", "background": "black", "to": "white", "margin": 0, "shadow": 1, "bezel": "red",
      "ratio": "9:19.5"}
      """
    #expect(try parse(object) == device)
    let word = "android,background=black,to=white,margin=0,shadow=1,bezel=#f00,ratio=9:19.5"
    #expect(try FilmDevice(parsing: word) == device)
  }

  @Test(
    "invalid devices in a film file are errors with their key path",
    arguments: [
      (#""iphon""#, "“kind” is “iphon”, but must be iphone, android, browser or none; did you mean iphone?"),
      (#"{"margin": 2}"#, "“margin” is 2 of the screen's shorter side, but must be 0 to 1"),
      (#"{"shadow": "soft"}"#, "“shadow” must be a number"), (#"{"radius": 1}"#, "unknown key “radius”"),
      (#"{"ratio": "0:3"}"#, "“ratio” is “0:3”, but must be WIDTH:HEIGHT"),
      (#"{"bezel": "transparent"}"#, "“bezel” is “transparent”, but must be an opaque colour, #rrggbb or"),
      (##"{"bezel": "#ffffff80"}"##, "“bezel” is “#ffffff80”, but must be an opaque colour"),
    ])
  func fileErrors(device: String, words: String) {
    let error = #expect(throws: FilmError.self) { try parse(device) }
    #expect(error?.description.contains("film.device: " + words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "invalid devices on the command line are errors with their value",
    arguments: [
      ("phone", "kind as iphone, android, browser or none, not “phone”"),
      ("iphone,colour=red", "a setting in place of “colour”: background, to, margin"),
      ("iphone,margin=2", "margin as 0 to 1"), ("iphone,bezel=redd", "not “redd”; did you mean red?"),
      ("iphone,bezel=transparent", "bezel as an opaque colour, #rrggbb or a CSS colour name, not “trans"),
      ("iphone,shadw=1", "did you mean shadow?"), ("iphone,margin=0,margin=1", "“margin” once"),
      ("iphone,ratio=16/9", "ratio as WIDTH:HEIGHT, such as 9:19.5"),
    ])
  func wordErrors(word: String, words: String) {
    let error = #expect(throws: FilmError.self) { try FilmDevice(parsing: word) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("a number out of its bounds is an error with its key path", arguments: [-0.1, 1.1, .nan, .infinity])
  func bounds(value: Double) throws {
    let ratio = try film(60, 100, .iphone) { $0.ratio = .init(width: 9, height: value * 10_000) }
    #expect(throws: FilmError.self) { try ratio.check() }
    for (name, number) in [("margin", \FilmDevice.margin), ("shadow", \.shadow)] {
      let film = try film(60, 100, .iphone) { $0[keyPath: number] = value }
      let error = #expect(throws: FilmError.self) { try film.check() }
      #expect(error?.description.hasPrefix("device.\(name) is ") == true, "\(error?.description ?? "")")
    }
  }

  @Test(
    "a bezel must be opaque",
    arguments: [
      (RGBAColor.transparent, "transparent"),
      (RGBAColor(red: 255, green: 0, blue: 0, alpha: 128), "#ff000080"),
    ])
  func bezel(color: RGBAColor, words: String) throws {
    let film = try film(60, 100, .iphone) { $0.bezel = color }
    #expect(throws: FilmError.value(place: "device.bezel", value: words, expected: "opaque")) {
      try film.check()
    }
  }

  @Test("the error for an unknown device lists the device names and the GPU index as alternatives")
  func unknown() async throws {
    let media = try Media()
    var film = try white(60, 100, .none)
    film.output.path = media.file("o.apng")
    film.drawing.backend = .auto
    film.drawing.device = "ipad"
    let error = await #expect(throws: SegueError.self) { try await FilmJob(film).run() }
    #expect(
      error?.description.contains(
        "device is “ipad”, but must be iphone, android, browser or none for a device around the film, or a GPU's index"
      ) == true, "\(error?.description ?? "")")
  }

  @Test("settings without a device cause a warning")
  func idle() async throws {
    func notices(_ device: String) async throws -> [String] {
      var film = try white(60, 100, .none)
      film.device = try FilmDevice(parsing: device)
      return try await FilmPlan(film).notices.messages.filter { $0.contains("without a device") }
    }
    #expect(try await notices("none") == [])
    #expect(try await notices("none,margin=0.2") == ["margin has no effect without a device"])
    #expect(
      try await notices("none,shadow=0,to=red") == ["to and shadow have no effect without a device"])
    #expect(try await notices("iphone,margin=0.2") == [])
  }

  @Test(
    "--device names a device around the film or a GPU",
    arguments: [
      ("iphone", true), ("none", true), ("browser,margin=0", true), ("iphon", true),
      ("blender,margin=0", true),
      ("0", false), ("12", false), ("NVIDIA H200", false), ("llvmpipe (LLVM 15.0.6, 256 bits)", false),
    ])
  func words(word: String, isDevice: Bool) {
    #expect(FilmDevice.isFrame(word) == isDevice)
  }
}
