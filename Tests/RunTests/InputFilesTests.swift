import Segue
import TestSupport
import Testing

/// Files in memory replace files on the disk for requests and looks.
@Suite("Files in memory") struct InputFilesTests {
  private let files: [String: [UInt8]]
  private let place: Workplace

  private static let texts = [
    "half.json":
      #"{"recipe": {"filter": "lut(\"tables/inverted.cube\")", "of": {"transition": "inner.json", "of": ["from", "to"], "progress": "p"}}}"#,
    "inner.json": #"{"recipe": {"mix": ["from", "to"], "amount": "p"}}"#,
    "tables/inverted.cube": "LUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0\n",
    "own.glsl":
      "uniform float depth; // = 0.25\nvec4 transition(vec2 uv) { return getFromColor(uv) * depth; }\n",
  ]

  init() async throws {
    place = try Workplace()
    var files = Self.texts.mapValues { Array($0.utf8) }
    let ramp = (0..<64).flatMap { [UInt8($0 * 4), 0, 0, 255] as [UInt8] }
    files["ramp.png"] = try await Snapshot(width: 8, height: 8, rgba: ramp).encoded(as: .png)
    for name in ["half.json", "inner.json", "tables/inverted.cube", "own.glsl", "ramp.png"] {
      if name.contains("/") { try place.createFolder("tables") }
      try place.write(files[name] ?? [], to: name)
    }
    self.files = files
  }

  private func frame(_ transition: TransitionChoice, _ filters: FilterTexts, _ library: TransitionLibrary)
    async throws -> [UInt8]
  {
    func flat(_ color: [UInt8]) throws -> Snapshot {
      try Snapshot(width: 8, height: 8, rgba: (0..<64).flatMap { _ in color })
    }
    let (picture, other) = (try flat([200, 100, 50, 255]), try flat([0, 40, 90, 255]))
    var request = RenderRequest(from: .snapshot(picture), to: .snapshot(other), output: "")
    (request.transition, request.filters, request.library) = (transition, filters, library)
    (request.stillProgress, request.drawing.backend) = (0.4, .cpu)
    return try await RenderJob.file(of: request, as: .png).bytes
  }

  @Test("files in memory and on the disk draw the same frames")
  func sameBytes() async throws {
    let memory = TransitionLibrary(files: files)
    let disk = TransitionLibrary(folders: [place.file("")])
    let (none, empty) = (FilterTexts(), TransitionLibrary())
    let look = try await frame("half.json", none, memory)
    #expect(try await look == frame(.named(place.file("half.json")), none, empty))
    #expect(try await look == frame("half", none, memory))
    #expect(try await look == frame("half", none, disk))
    #expect(try await look != frame("dissolve", none, memory))
    let wipe = try await frame(.named("luma", ["mask": .texture(path: "ramp.png")]), none, memory)
    #expect(
      try await wipe == frame(.named("luma", ["mask": .texture(path: place.file("ramp.png"))]), none, empty))
    let graded = try await frame(
      "dissolve",
      FilterTexts(result: Filter.chain(.named("lut", ["file": .texture(path: "tables/inverted.cube")]))),
      memory)
    #expect(
      try await graded
        == frame(
          "dissolve",
          FilterTexts(
            result: Filter.chain(.named("lut", ["file": .texture(path: place.file("tables/inverted.cube"))]))),
          empty
        ))
  }

  @Test("files in memory take precedence over the disk")
  func names() async throws {
    let memory = TransitionLibrary(
      folders: [place.file("")],
      files: ["own.glsl": Array("vec4 transition(vec2 uv) { return getToColor(uv); }".utf8)])
    #expect(try await memory.description(of: "own").parameters.isEmpty)
    #expect(
      try await TransitionLibrary(files: files).description(of: "own").parameters.map(\.name) == ["depth"])
    let unknown = await #expect(throws: SegueError.self) {
      try await TransitionLibrary(files: files).description(of: "hald.json")
    }
    guard case SystemError.unreadable("hald.json", _)? = unknown?.details else {
      Issue.record("\(String(describing: unknown))")
      return
    }
    let hint = await #expect(throws: SegueError.self) {
      try await TransitionLibrary(files: files).description(of: "hallf")
    }
    #expect(hint == SegueError(UsageError.unknownTransition(name: "hallf", nearest: "half")))
  }

  @Test("names are compared as paths relative to the file that uses them")
  func relative() async throws {
    let inner = Array(#"{"recipe": {"mix": ["from", "to"], "amount": "p"}}"#.utf8)
    let outer =
      #"{"recipe": {"filter": "lut('../tables/inverted.cube')", "of": {"transition": "./inner.json", "of": ["from", "to"], "progress": "p"}}}"#
    let library = TransitionLibrary(files: [
      "./looks//half.json": Array(outer.utf8), "looks/inner.json": inner,
      "tables/inverted.cube": files["tables/inverted.cube"] ?? [],
    ])
    let plain = try await frame("half.json", FilterTexts(), TransitionLibrary(files: files))
    for name in ["looks/half.json", "./looks/half.json", "looks/../looks/half.json"] {
      #expect(try await frame(.named(name), FilterTexts(), library) == plain)
    }
    let loop = Array(
      #"{"recipe": {"transition": "x/../b.json", "of": ["from", "to"], "progress": "p"}}"#.utf8)
    await #expect(throws: SegueError.self) {
      try await TransitionLibrary(files: ["b.json": loop]).description(of: "b.json")
    }
  }

  @Test("a look opens no files if reading the disk is off")
  func closed() async throws {
    let (table, mask) = (place.file("tables/inverted.cube"), place.file("ramp.png"))
    let texts = [
      #"{"recipe": "\#(mask)"}"#, #"{"recipe": {"filter": "lut('\#(table)')", "of": "to"}}"#,
      #"{"recipe": {"transition": "\#(place.file("inner.json"))", "of": ["from", "to"], "progress": "p"}}"#,
    ]
    for text in texts {
      let look = TransitionChoice.look(text, name: "uploaded")
      _ = try await frame(look, FilterTexts(), TransitionLibrary())
      let error = await #expect(throws: SegueError.self) {
        try await frame(look, FilterTexts(), TransitionLibrary(files: files, readsDisk: false))
      }
      #expect(error?.localizedDescription.contains("it is not in memory") == true, "\(text)")
    }
    let closed = TransitionLibrary(
      folders: [place.file("")], files: ["ramp.png": files["ramp.png"] ?? []], readsDisk: false)
    for choice: TransitionChoice in [
      .named("half"), .named(place.file("half.json")), .named("luma", ["mask": .texture(path: mask)]),
    ] {
      await #expect(throws: SegueError.self) { try await frame(choice, FilterTexts(), closed) }
    }
    _ = try await frame(.named("luma", ["mask": .texture(path: "./ramp.png")]), FilterTexts(), closed)
    await #expect(throws: SegueError.self) {
      try await frame(
        "dissolve", FilterTexts(result: Filter.chain(.named("lut", ["file": .texture(path: table)]))), closed)
    }
    await #expect(throws: SegueError.self) {
      try await FilterChain(loading: Filter.chain(.named("lut", ["file": .texture(path: table)])), in: closed)
    }
    // An empty chain counts as no filter.
    let none = FilterTexts(from: Filter.chain([]), result: "")
    #expect(try await frame("dissolve", none, closed) == frame("dissolve", FilterTexts(), closed))
  }

  @Test("an empty or invalid file is an error with its name")
  func broken() async throws {
    for (name, bytes) in [("a.cube", []), ("a.cube", [1, 2, 3]), ("a.png", []), ("a.png", [9, 9])]
      as [(String, [UInt8])]
    {
      let error = await #expect(throws: SegueError.self) {
        try await FilterChain(
          loading: Filter.chain(.named("lut", ["file": .texture(path: name)])),
          in: TransitionLibrary(files: [name: bytes]))
      }
      #expect(error?.localizedDescription.contains(name) == true, "\(String(describing: error))")
    }
  }
}
