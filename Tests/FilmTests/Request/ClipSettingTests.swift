import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueMedia

/// Settings of one input, on the command line and in a film file.
@Suite("Settings of an input", .serialized) struct ClipSettingTests {
  private func read(_ word: String, files: Set<String> = ["a.mp4"]) throws -> FilmClip {
    try FilmArguments.clip(word) { files.contains($0) }
  }

  @Test("quotes and brackets protect the commas of a setting")
  func typed() throws {
    let clip = try read(
      "a.mp4@1-75f,speed=keys(0:1,0.5:0.2,1:1),volume=-3dB,fit=contain,crop=0.1:0.2:0.5:0.5,rotate=90,"
        + "frames=repeat,filter='blur(0.1) lut(\"a,b.cube\")',each=2,motion=auto")
    #expect(clip.source == .file(path: "a.mp4") && clip.start == .seconds(1) && clip.end == .frames(75))
    #expect(clip.speed == "keys(0:1,0.5:0.2,1:1)" && clip.slowMotion == .repeat)
    #expect(clip.volume == -3 && clip.fit == .contain && clip.rotation == 90)
    #expect(clip.crop == PictureMotion.Part(x: 0.1, y: 0.2, width: 0.5, height: 0.5))
    #expect(
      clip.filter == "blur(0.1) lut(\"a,b.cube\")" && clip.duration == .seconds(2) && clip.motion == .auto)
  }

  @Test(
    "in, out, duration and title are settings of an input")
  func fileWords() throws {
    #expect(try read("a.mp4,in=1,out=75f") == read("a.mp4@1-75f"))
    #expect(try read("a.mp4,in=1:02.5") == read("a.mp4@62.5-"))
    #expect(try read("a.mp4,duration=500ms") == read("a.mp4,each=0.5"))
    #expect(try read("a.mp4,title=One,speed=2").titles == [FilmTitle(parsing: "One")])
    #expect(
      try read("a.mp4,title='One, two\\nthree,at=top,start=-1'").titles
        == [FilmTitle(parsing: "One, two\\nthree,at=top,start=-1")])
  }

  @Test("an existing file's exact name takes precedence over settings and ranges")
  func names() throws {
    let files: Set = ["a,speed=2.mp4", "b,c.mp4", "a.mp4"]
    #expect(try read("a,speed=2.mp4", files: files) == FilmClip(.file(path: "a,speed=2.mp4")))
    #expect(try read("b,c.mp4,speed=2", files: files).source == .file(path: "b,c.mp4"))
    #expect(try read("b,c.mp4@1-,speed=2", files: files).start == .seconds(1))
    #expect(try read("a.mp4,speed=2", files: files).speed == "2")
    #expect(try read("missing.mp4,volume=50%", files: files).source == .file(path: "missing.mp4"))
    #expect(try read("color:#ff0000@0-2,filter=blur(0.1)", files: files).end == .seconds(2))
    #expect(try read("it's.mp4,each=3", files: files).duration == .seconds(3))
  }

  @Test(
    "an invalid setting is an error with the nearest valid name",
    arguments: [
      ("a.mp4,sped=2", "did you mean speed?"), ("a.mp4,fit=wide", "fit as cover, contain, stretch"),
      ("a.mp4,crop=0:0:2:1", "crop as LEFT:TOP:WIDTH:HEIGHT"),
      ("a.mp4,rotate=45", "rotate as 90, 180 or 270"),
      ("a.mp4,volume=-3", "-6dB"), ("a.mp4,speed=2,oops", "KEY=VALUE in place of “oops”"),
      ("a.mp4,speed=2,speed=3", "“speed” once"), ("a.mp4,each=long", "each as seconds"),
      ("a.mp4,in=-1", "in as seconds"), ("a.mp4@1-,out=2", "IN and OUT once"),
      ("a.mp4@1-2,in=1", "IN and OUT once"),
      ("a.mp4,each=1,duration=1", "each or duration, not both"),
      ("a.mp4,title='A,at=middle'", "at as top-left"),
      ("a.mp4,titel=A", "did you mean title?"),
    ])
  func refused(word: String, sentence: String) throws {
    let error = #expect(throws: FilmError.self) { try read(word) }
    #expect("\(try #require(error))".contains(sentence), "\(String(describing: error))")
  }

  @Test("a film file accepts the settings of an input")
  func file() throws {
    func clip(_ settings: String) throws -> FilmClip {
      let json = #"{"segue": 1, "clips": [{"src": "a.mp4", \#(settings)}]}"#
      return try FilmFile.parse(Array(json.utf8), name: "f", folder: "").clips[0]
    }
    #expect(
      try clip(
        #""speed": 0.5, "fit": "contain", "crop": [0, 0.25, 1, 0.5], "rotate": 270, "frames": "blend""#)
        == read("a.mp4,speed=0.5,fit=contain,crop=0:0.25:1:0.5,rotate=270,frames=blend"))
    #expect(
      throws: FilmError.file(
        name: "f", reason: "clips[0]: “rotate” is 45, but must be 90, 180 or 270 degrees clockwise",
        place: "clips[0]", property: "rotate")
    ) {
      try clip(#""rotate": 45"#)
    }
    #expect(
      throws: FilmError.file(
        name: "f", reason: "the speed of a.mp4 is 0, but must be 0.05 to 20", place: "clips[0]",
        property: "speed")
    ) { try clip(#""speed": 0"#) }
    #expect(
      throws: FilmError.file(
        name: "f", reason: "the speed of a.mp4 at p = 1 is 0, but must be 0.05 to 20", place: "clips[0]",
        property: "speed")
    ) { try clip(#""speed": "1-p""#) }
  }

  @Test("a picture is rotated clockwise, then cropped")
  func framed() throws {
    let buffer = PixelBuffer(size: ImageSize(width: 4, height: 2))
    for y in 0..<2 {
      for x in 0..<4 { buffer[x, y] = RGBAColor(red: UInt8(x), green: UInt8(y), blue: 0) }
    }
    let bytes = Array(buffer.bytes)
    let picture = try Snapshot(width: 4, height: 2, rgba: bytes)
    func pixel(_ snapshot: Snapshot, _ x: Int, _ y: Int) -> (Int, Int) {
      let bytes = Array(snapshot.rgba)
      let place = (y * snapshot.size.width + x) * 4
      return (Int(bytes[place]), Int(bytes[place + 1]))
    }
    let quarter = picture.framed(ClipFraming(rotation: 90))
    #expect(quarter.size == ImageSize(width: 2, height: 4))
    // The lower left corner becomes the upper left.
    #expect(
      pixel(quarter, 0, 0) == (0, 1) && pixel(quarter, 1, 0) == (0, 0) && pixel(quarter, 0, 3) == (3, 1))
    #expect(pixel(picture.framed(ClipFraming(rotation: 180)), 0, 0) == (3, 1))
    #expect(pixel(picture.framed(ClipFraming(rotation: 270)), 0, 0) == (3, 0))
    let cut = picture.framed(
      ClipFraming(rotation: 90, crop: .init(left: 0.5, top: 0.5, width: 0.5, height: 0.5)))
    #expect(cut.size == ImageSize(width: 1, height: 2) && pixel(cut, 0, 0) == (2, 0))
  }
}

/// The effect of settings on a film's frames.
@Suite("Rotated and cropped clips", .serialized, .needs("ffmpeg")) struct ClipFramingTests {
  private let media: Media

  init() throws { media = try Media() }

  @Test("the film has the shape of the rotated, cropped clip")
  func video() async throws {
    // Quadrants: red, green; blue, white.
    func plane(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> String {
      "if(lt(X\\,32)\\,if(lt(Y\\,16)\\,\(a)\\,\(b))\\,if(lt(Y\\,16)\\,\(c)\\,\(d)))"
    }
    let source =
      "color=s=64x32:r=5:d=1,format=gbrp,geq=r='\(plane(255, 0, 0, 255))':g='\(plane(0, 0, 255, 255))':b='\(plane(0, 255, 0, 255))'"
    try await media.make("v.mp4", ["-f", "lavfi", "-i", source, "-c:v", "libx264rgb", "-qp", "0"])
    try await media.make("p.png", ["-i", media.file("v.mp4"), "-frames:v", "1"])
    for name in ["v.mp4", "p.png"] {
      var clip = FilmClip(.file(path: media.file(name)))
      clip.rotation = 90
      clip.crop = PictureMotion.Part(x: 0.5, y: 0, width: 0.5, height: 1)
      if name == "p.png" { clip.duration = .frames(5) }
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
      request.output.overwrites = true
      let report = try await FilmJob(request).run()
      #expect(report.film.width == 16 && report.film.height == 64)
      let pixels = try await media.decode("film.y4m", as: "rgb24", isPassed: true)
      func color(_ x: Int, _ y: Int) -> [Int] { (0..<3).map { Int(pixels[(y * 16 + x) * 3 + $0]) } }
      // After a clockwise turn the left column is on top; its right half is red above green.
      let (top, bottom) = (color(8, 8), color(8, 56))
      #expect(zip(top, [255, 0, 0]).allSatisfy { abs($0 - $1) < 6 }, "\(name): \(top)")
      #expect(zip(bottom, [0, 255, 0]).allSatisfy { abs($0 - $1) < 6 }, "\(name): \(bottom)")
    }
  }

  @Test("an input's fit overrides the film's")
  func fit() async throws {
    try media.write(Snapshot(width: 20, height: 40) { _, _ in .white }, to: "p.png")
    try await media.make(
      "v.mp4",
      ["-f", "lavfi", "-i", "color=white:s=20x40:r=5:d=0.4", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
    for name in ["p.png", "v.mp4"] {
      var clip = FilmClip(.file(path: media.file(name)))
      clip.fit = .contain
      if name == "p.png" { clip.duration = .frames(2) }
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
      request.output.size = .exact(ImageSize(width: 40, height: 40))
      request.output.frameRate = try FrameRate(5)
      request.output.overwrites = true
      let report = try await FilmJob(request).run()
      #expect(!report.warnings.contains { $0.contains("crops") })
      let pixels = try await media.decode("film.y4m", as: "gray", isPassed: true)
      #expect(pixels[20 * 40 + 4] < 4 && pixels[20 * 40 + 20] > 250, "\(name)")
    }
  }
}
