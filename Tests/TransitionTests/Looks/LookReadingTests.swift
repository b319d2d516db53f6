import SegueFields
import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

@Suite("Looks in files") struct LookReadingTests {
  private let size = ImageSize(width: 200, height: 100)

  private func look(_ json: String) throws -> Look {
    try Look.read(
      Array(json.utf8), name: "my", path: "folder/my.json",
      in: LookResolver(transition: { name in
        if name == "my" { return .recursion }
        return Catalogue.builtIn[name].map { .transition($0, weight: 1) } ?? .unknown(nearest: nil)
      })
    ).look
  }

  private func recipe(_ json: String, at progress: Double, _ parameters: (name: String, value: String)...)
    throws
    -> Recipe
  {
    let transition = try look(json).description.transition(parameters)
    return transition.recipe(at: progress, in: TransitionContext(containerSize: size))
  }

  private func problem(_ json: String) -> LookError? {
    do {
      let look = try look(json)
      try look.description.transition().check(in: TransitionContext(containerSize: size), at: [])
      return nil
    } catch { return SegueError(error).details as? LookError }
  }

  @Test("a look's recipe is the one in its JSON file")
  func file() throws {
    let json = """
      {"summary": "Cells.", "source": "A paper.", "duration": 0.8, "timing": "ease-in-out",
       "parameters": {"cell": {"default": 0.1, "minimum": 0, "maximum": 1, "summary": "Width."}},
       "let": {"bump": "sin(pi*p)"},
       "recipe": {"mix": [{"filter": "pixellate(cell*p)", "of": "from"},
                          {"blend": ["to", "#ff8800"], "mode": "screen", "amount": "bump"}], "amount": "p"}}
      """
    let description = try look(json).description
    #expect(description.kind == .look && !description.needsOpenGL && description.summary == "Cells.")
    #expect(description.source == "A paper.")
    let parameter = try #require(description.parameters.first)
    #expect(parameter.name == "cell" && parameter.maximum == 1 && parameter.defaultValue == .number(0.1))
    let transition = try description.transition()
    #expect(transition.duration == 0.8 && transition.timing == .easeInOut && !transition.endsAreExact)
    let orange = Recipe.color(RGBAColor(red: 255, green: 136, blue: 0))
    #expect(
      try recipe(json, at: 0.5, ("cell", "0.4"))
        == .mix(
          .pixellate(.snapshot(.from), width: 0.2), .blend(.snapshot(.to), orange, mode: .screen, amount: 1),
          amount: 0.5))
  }

  @Test("layers are scaled and rotated about their centres")
  func layers() throws {
    let json = """
      {"recipe": {"stack": [{"of": "from"}, {"of": "to", "x": "p", "y": 0.25, "scale": [0.5, "p"], "opacity": 0.5,
        "clip": [0.25, 0, 0.5, 1]}, {"of": {"filter": "invert", "of": "to"}, "rotate": 90}], "background": "#00f"}}
      """
    guard case .stack(let layers, let background) = try recipe(json, at: 0.5).content else {
      Issue.record("no stack")
      return
    }
    #expect(background == RGBAColor(red: 0, green: 0, blue: 255) && layers.count == 3)
    #expect(layers[0] == RecipeLayer(.snapshot(.from)))
    // The picture's centre is at half of the width and a quarter of the height.
    let middle = layers[1].transform.apply(x: 100, y: 50)
    #expect(middle == (100, 25))
    #expect(layers[1].transform.apply(x: 0, y: 0) == (50, 0))
    #expect(layers[1].opacity == 0.5 && layers[1].clip == PixelRect(x0: 50, y0: 0, x1: 150, y1: 100))
    let turned = layers[2].transform.apply(x: 200, y: 50)
    #expect(abs(turned.x - 100) < 1e-9 && abs(turned.y - 150) < 1e-9)
  }

  @Test("a radius cuts a layer to a rounded part of the frame")
  func radius() throws {
    let json = """
      {"recipe": {"stack": [{"of": "to", "x": 0.25, "opacity": 0.5, "clip": [0.1, "p/2", 0.2, 0.5],
        "radius": "10px"}]}}
      """
    guard case .stack(let layers, _) = try recipe(json, at: 0.5).content else {
      Issue.record("no stack")
      return
    }
    // The part is columns 20 to 60 and rows 25 to 75 of 200x100.
    var layer = RecipeLayer(.snapshot(.to), transform: .translation(x: -50, y: 0), opacity: 0.5)
    layer.outline = RoundedRectangle(x: 20, y: 25, width: 40, height: 50, radius: 10)
    #expect(layers == [layer])
  }

  @Test("a replacing layer hides the layers below even where it is transparent")
  func replacing() throws {
    let json = #"{"recipe": {"stack": [{"of": "from"}, {"of": "to", "y": "p", "replace": true}]}}"#
    guard case .stack(let layers, _) = try recipe(json, at: 0.5).content else {
      Issue.record("no stack")
      return
    }
    #expect(layers.map(\.replaces) == [false, true])
  }

  @Test("a transition within a look moves a picture of the frame's size")
  func movedPicture() throws {
    let json = #"{"recipe": {"transition": "ios-cover", "of": ["from", "two.png"], "progress": "p"}}"#
    let two = Snapshot(PixelBuffer(size: ImageSize(width: 2, height: 2), color: .white))
    let description = try look(json).description.loading([LookNode.file("folder/two.png"): .picture(two)])
    let recipe = try description.transition().recipe(at: 0.5, in: TransitionContext(containerSize: size))
    // 2x2 pixels fill 200x100, half of it below the frame.
    let whole = Recipe.stack(
      [RecipeLayer(.picture(two), transform: .scale(x: 100, y: 50))], background: .transparent)
    var upper = RecipeLayer(whole, transform: .translation(x: 0, y: 50))
    upper.replaces = true
    #expect(recipe == .stack([RecipeLayer(.snapshot(.from)), upper], background: .transparent))
  }

  @Test("mattes and transitions within a look accept parameters")
  func parts() throws {
    let json = """
      {"parameters": {"turn": {"default": 0.25}},
       "recipe": {"matte": ["from", {"transition": "dissolve", "params": {"exponent": "1+p"}, "of": ["#000", "to"],
         "progress": "p/2"}], "field": "clock(turn, clockwise=false)", "progress": "p", "softness": 0.5}}
      """
    guard case .matte(let first, let second, let matte) = try recipe(json, at: 1).content else {
      Issue.record("no matte")
      return
    }
    #expect(first == .snapshot(.from) && matte.progress == 1 && matte.softness == 0.5)
    #expect(matte.field == MatteField.clock(start: 0.25).inverted)
    #expect(second == .mix(.color(.black), .snapshot(.to), amount: 0.75))
  }

  @Test(
    "a choice in an expression is the position of its word from 0 to 1",
    arguments: [("x", 0.0), ("y", 0.5), ("z", 1)])
  func choice(word: String, amount: Double) throws {
    let json = """
      {"parameters": {"axis": {"default": "y", "choices": ["x", "y", "z"], "summary": "The axis."}},
       "recipe": {"mix": ["from", "to"], "amount": "axis/2"}}
      """
    let parameter = try #require(try look(json).description.parameters.first)
    #expect(parameter.type == .choice(["x", "y", "z"]) && parameter.defaultValue == .choice("y"))
    #expect(
      try recipe(json, at: 0, ("axis", word)) == .mix(.snapshot(.from), .snapshot(.to), amount: amount))
  }

  @Test(
    "an invalid look is reported with its key path",
    arguments: [
      (#"{"recipe": "#, "", LookError.Problem.notJSON(line: 1, expected: "a value")),
      ("{\n\"recipe\": \"to\"\n\"let\": {}}", "", .notJSON(line: 3, expected: "a comma or }")),
      (#"{}"#, "", .missingKey("recipe")),
      (#"{"recipe": "form"}"#, "recipe", .unknownWord("form", known: ["from", "to"])),
      (#"{"recipe": 3}"#, "recipe", nil),
      (
        #"{"recipe": {"mixx": ["from", "to"], "amount": 1}}"#, "recipe",
        .unknownKey("mixx", known: ["filter", "mix", "blend", "matte", "stack", "transition"])
      ),
      (#"{"recipe": {"mix": ["from", "to"]}}"#, "recipe", .missingKey("amount")),
      (#"{"recipe": {"mix": ["from"], "amount": 1}}"#, "recipe.mix", nil),
      (
        #"{"recipe": {"mix": ["from", {"filter": "blur(q)", "of": "to"}], "amount": 1}}"#,
        "recipe.mix[1].filter", nil
      ),
      (
        #"{"recipe": {"mix": ["from", "to"], "amount": "2*p"}}"#, "recipe.amount",
        .outOfBounds(value: 1.002, progress: 0.501, minimum: 0, maximum: 1)
      ),
      (#"{"recipe": {"mix": ["from", "to"], "amount": "1/p"}}"#, "recipe.amount", nil),
      (#"{"recipe": {"filter": "blur(p)", "of": "to"}}"#, "recipe.filter", nil),
      (#"{"let": {"b": "c", "c": 1}, "recipe": "to"}"#, "let.b", nil),
      (#"{"let": {"p": 1}, "recipe": "to"}"#, "let.p", .badName("p")),
      (#"{"parameters": {"a": {"default": 2, "maximum": 1}}, "recipe": "to"}"#, "parameters.a.default", nil),
      (
        #"{"parameters": {"a": {"default": "c", "choices": ["a", "b"]}}, "recipe": "to"}"#,
        "parameters.a.default", .unknownWord("c", known: ["a", "b"])
      ),
      (
        #"{"parameters": {"a": {"default": "a", "choices": []}}, "recipe": "to"}"#, "parameters.a.choices",
        nil
      ),
      (
        #"{"recipe": {"transition": "my", "of": ["from", "to"], "progress": "p"}}"#, "recipe.transition",
        .recursion("my")
      ),
      (
        #"{"recipe": {"transition": "mi", "of": ["from", "to"], "progress": "p"}}"#, "recipe.transition",
        .unknownTransition("mi", nearest: nil)
      ),
      (
        #"{"recipe": {"transition": "push", "params": {"direction": "lift"}, "of": ["from", "to"], "progress": "p"}}"#,
        "recipe.params.direction", nil
      ),
      (#"{"recipe": {"matte": ["from", "to"], "field": "wype(3)", "progress": "p"}}"#, "recipe.field", nil),
      (#"{"recipe": {"matte": ["from", "to"], "field": "wipe(p)", "progress": "p"}}"#, "recipe.field", nil),
      (#"{"recipe": {"stack": [{"of": "to", "scale": [1, 2, 3]}]}}"#, "recipe.stack[0].scale", nil),
      (
        #"{"recipe": {"stack": [{"of": "to", "replace": 1}]}}"#, "recipe.stack[0].replace",
        .expected("true or false")
      ),
      (#"{"duration": 0, "recipe": "to"}"#, "duration", nil),
      (#"{"timing": "wobble", "recipe": "to"}"#, "timing", nil),
    ] as [(String, String, LookError.Problem?)])
  func mistakes(json: String, place: String, expected: LookError.Problem?) throws {
    let error = try #require(problem(json), "\(json)")
    #expect(error.place ?? "" == place && error.file == "folder/my.json" && !error.isOfParameters, "\(error)")
    if case .outOfBounds(let value, let progress, _, _)? = expected {
      guard case .outOfBounds(let found, let at, let low, let high) = error.problem else {
        Issue.record("\(error)")
        return
      }
      #expect(abs(found - value) < 1e-9 && abs(at - progress) < 1e-9 && low == 0 && high == 1)
    } else if let expected {
      #expect(error.problem == expected)
    }
  }

  @Test("an error that does not occur with default parameters is attributed to the parameters")
  func blame() throws {
    let json = #"{"parameters": {"k": {"default": 1}}, "recipe": {"mix": ["from", "to"], "amount": "k*p"}}"#
    let context = TransitionContext(containerSize: size)
    let transition = try look(json).description.transition([("k", "3")])
    let error = #expect(throws: SegueError.self) { try transition.mirrored.check(in: context, at: []) }
    #expect((error?.details as? LookError)?.isOfParameters == true && error?.place == "recipe.amount")
    // Beyond 0…1, where springs overshoot, numbers are limited.
    try look(json).description.transition().check(in: context, at: [1.3, -0.2])
    #expect(try recipe(json, at: 1.3) == .mix(.snapshot(.from), .snapshot(.to), amount: 1))
  }

  @Test("paths in a look are relative to it")
  func files() throws {
    let json = """
      {"recipe": {"matte": ["mask.png", {"filter": "lut('film.cube')", "of": "to"}], "field": "luma('/grey.png')",
       "progress": "p"}}
      """
    #expect(
      Set(try look(json).description.files.map(\.path)) == [
        "folder/mask.png", "folder/film.cube", "/grey.png",
      ])
  }

  @Test("a node that is used twice exists once in the recipe")
  func doubling() throws {
    var json = #""to""#
    for _ in 0..<30 { json = #"{"transition": "fade-grays", "of": [\#(json), "from"], "progress": "p"}"# }
    #expect(problem(#"{"recipe": \#(json)}"#) == nil)
    // A few nodes a step.
    #expect(try recipe(#"{"recipe": \#(json)}"#, at: 0.2).parts.count < (10 * 30 as Int))
  }

  @Test("a look with too many filters is an error with the limit", .takesLong)
  func tooLarge() throws {
    // Four nodes a filter, 64 filters a chain.
    let chain = Array(repeating: "sharpen(1) vignette(1)", count: 32).joined(separator: " ")
    var json = #""to""#
    for _ in 0..<11 { json = #"{"filter": "\#(chain)", "of": \#(json)}"# }
    guard case .tooDeep(let levels, 1000)? = problem(#"{"recipe": \#(json)}"#)?.problem else {
      Issue.record("11 chains of 96 nodes over one another are drawn")
      return
    }
    #expect(levels == 11 * 96 + 1)
    json = #"{"filter": "\#(chain)", "of": "to"}"#
    let layers = Array(repeating: #"{"of": \#(json)}"#, count: 45).joined(separator: ",")
    #expect(problem(#"{"recipe": {"stack": [\#(layers)]}}"#)?.problem == .tooManyNodes(limit: 4096))
  }
}
