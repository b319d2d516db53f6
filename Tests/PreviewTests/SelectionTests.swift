import SegueFilms
import TestSupport
import Testing

@testable import SeguePreview
@testable import SegueTools
@testable import segue_cli

/// The selection of a page and its command.
@Suite("The selection and its command") struct SelectionTests {
  private func selection(
    _ transition: String = "dissolve", from: String = "a.png",
    change: (inout RenderRequest) -> Void = { _ in }
  ) throws -> Selection {
    var request = RenderRequest(from: PictureSource(from), to: .file(path: "b.png"), output: "out.mp4")
    request.transition = TransitionChoice(name: transition)
    change(&request)
    let match = try request.library.transition(named: transition)
    let catalogue = PreviewCatalogue(request, match, others: [], textures: [:])
    return try Selection(
      request, entry: catalogue.entries[catalogue.chosen], filters: PreviewFilters(),
      size: ImageSize(width: 320, height: 180))
  }

  private func line(_ selection: Selection, at progress: Double? = nil) -> String {
    ShellQuoting.line(RenderCommand.words(for: selection.file(at: progress, hasTransparency: false)))
  }

  @Test("the command leaves out options with their default values")
  func options() throws {
    var selection = try selection("push")
    #expect(line(selection) == "segue a.png b.png -t push -o out.mp4")
    #expect(line(selection, at: 0.25) == "segue a.png b.png -t push --at 0.25 -o frame.png")
    #expect(line(selection, at: 1) == "segue a.png b.png -t push --at 1 -o frame.png")
    try selection.set("direction", to: "up")
    selection.set(duration: 2.5)
    try selection.set(timing: "spring(0.8)")
    #expect(
      line(selection)
        == "segue a.png b.png -t push -p direction=up -d 2.5 --timing 'spring(0.8)' -o out.mp4")
    // Default values are left out.
    try selection.set("direction", to: "left")
    selection.set(duration: nil)
    try selection.set(timing: nil)
    #expect(line(selection) == "segue a.png b.png -t push -o out.mp4")
  }

  @Test("the command contains every initial option")
  func initialOptions() throws {
    let there = try selection("push") {
      $0.isPingPong = true
      $0.drawing.limits.maximumSide = 5000
      $0.drawing.limits.maximumPixels = 9_000_000
    }
    #expect(
      line(there)
        == "segue a.png b.png -t push --limit-side 5000 --limit-pixels 9000000 --ping-pong -o out.mp4")
    #expect(
      line(there, at: 0.5)
        == "segue a.png b.png -t push --limit-side 5000 --limit-pixels 9000000 --at 0.5 -o frame.png")
    // Video formats store no number of plays.
    let looped = try selection("push") { $0.output.plays = 3 }
    #expect(line(looped) == "segue a.png b.png -t push --loop 3 -o out.webp")
  }

  @Test("an invalid value changes nothing")
  func invalid() throws {
    var selection = try selection("push")
    #expect(throws: UsageError.self) { try selection.set("direction", to: "sideways") }
    #expect(throws: UsageError.self) { try selection.set("nothing", to: "1") }
    #expect(throws: SegueError.self) { try selection.set(timing: "bounce") }
    #expect(line(selection) == "segue a.png b.png -t push -o out.mp4")
    // Pictures can only be set on the command line.
    var luma = try self.selection("luma") { $0.transition.texts = [("mask", "m.png")] }
    #expect(throws: CommandError.self) { try luma.set("mask", to: "/etc/passwd") }
  }

  @Test("the command contains the filters")
  func filters() throws {
    var selection = try selection("push") { $0.filters = FilterTexts(from: "blur(0.02*p)") }
    #expect(selection.transition is FilteredTransition)
    #expect(line(selection) == "segue a.png b.png -t push --from-filter 'blur(0.02*p)' -o out.mp4")
    try selection.set(.result, to: "invert")
    try selection.set(.from, to: nil)
    #expect(line(selection, at: 0.5) == "segue a.png b.png -t push --filter invert --at 0.5 -o frame.png")
    #expect(selection.request(output: "x.gif").filters == FilterTexts(result: "invert"))
    // Files can only be named on the command line, and values out of bounds are rejected.
    for bad in ["lut('/etc/passwd')", "'/tmp/own.glsl'", "blurr(1)", "blur(p-1)"] {
      var other = selection
      #expect(throws: (any Error).self) { try other.set(.to, to: bad) }
    }
    try selection.reset(to: selection.entry)
    #expect(selection.texts == FilterTexts(from: "blur(0.02*p)"))
  }

  @Test("a drag has the direction of the transition")
  func directions() throws {
    #expect(try selection("dissolve").direction == (-1, 0))
    #expect(try selection("push").direction == (-1, 0))
    #expect(try selection("push") { $0.transition.texts = [("direction", "down")] }.direction == (0, 1))
    for (name, direction) in [
      ("ios-push", (-1.0, 0.0)), ("ios-pop", (1, 0)), ("ios-sheet", (0, -1)), ("ios-sheet-dismiss", (0, 1)),
      ("ios-cover", (0, -1)), ("macos-genie", (0, 1)), ("ios-zoom", (-1, 0)),
    ] { #expect(try selection(name).direction == direction, "\(name)") }
    #expect(try selection("ios-pop") { $0.transition.texts = [("direction", "left")] }.direction == (-1, 0))
    let wipe = try selection("wipe") { $0.transition.texts = [("angle", "90")] }.direction
    #expect(abs(wipe.x) < 1e-12 && abs(wipe.y - 1) < 1e-12)
  }

  @Test(
    "a shell reads the quoted words unchanged",
    arguments: [
      "a.png", "my picture.png", "it's.png", "$HOME", "`id`", "a\"b", "a\\b", "a;b", "*", "~", "#x", "a\nb",
      "",
      "é", "-",
      "!x", "a&b|c>d<e", "{a,b}", "=x",
    ])
  func quoting(word: String) async throws {
    let output = try await Program("/bin/sh").output([
      "-c", "printf '%s\\0' " + ShellQuoting.line([word, "end"]),
    ])
    #expect(output == Array(word.utf8) + [0] + Array("end".utf8) + [0])
  }

  @Test("a written number is read back exactly")
  func numbers() {
    for number in [0, 1, 0.5, 0.1 + 0.2, 1.0 / 3, 1e-7, 0.9999999999999999] {
      #expect(Double(number.typed) == number)
    }
    #expect(1.0.typed == "1")
  }

  @Test("the catalogue has every transition once")
  func everyTransition() throws {
    var request = RenderRequest(from: .file(path: "a"), to: .file(path: "b"), output: "out.mp4")
    for (typed, name) in [("push", "push"), ("xfade:circleopen", "xfade:circleopen")] {
      request.transition = TransitionChoice(name: typed)
      let catalogue = PreviewCatalogue(
        request, try request.library.transition(named: typed), others: [], textures: [:])
      #expect(Set(catalogue.entries.map(\.name)).count == catalogue.entries.count)
      #expect(catalogue.entries[catalogue.chosen].name == name)
      for builtIn in Catalogue.builtIn.transitions { #expect(catalogue.index(named: builtIn.name) != nil) }
    }
  }

  @Test("a frame's header has its values at the page's offsets")
  func frameHeader() {
    let header = FrameHeader(
      sequence: 0x0403_0201, width: 0x0605, height: 0x0807, isExact: true, isHeld: true, velocity: 1,
      progress: -2,
      projected: 0.5, seconds: 0.25)
    #expect(
      header.bytes == [
        1, 2, 3, 4, 5, 6, 7, 8, 5, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 0, 0,
        0x80,
        0x3e,
      ])
    #expect(header.bytes.count == FrameHeader.size)
  }
}
