import Foundation
import Segue
import Testing

@testable import SegueTools

@Suite("Listings") struct ListingTests {
  private func json(_ value: some Encodable) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? NSDictionary)
  }

  @Test("a transition's listing has every key of the schema")
  func transition() throws {
    let description = TransitionDescription(
      name: "fog", summary: "It fades.", source: "here",
      parameters: [
        ParameterDescription(
          name: "depth", type: .float, default: .number(0.5), minimum: 0, maximum: 2, unit: "px",
          summary: "How deep."),
        ParameterDescription(name: "tint", type: .color, default: .color(.white), summary: "Its colour."),
        ParameterDescription(name: "mask", type: .texture, default: nil, summary: "Where."),
        ParameterDescription(
          name: "side", type: .choice(["left", "right"]), default: .choice("left"), summary: "Which."),
      ], make: { _ in Dissolve() })
    let listing = TransitionListing(description)
    let null = NSNull()
    let parameters: [NSDictionary] = [
      [
        "name": "depth", "type": "float", "default": 0.5, "neutral": null, "minimum": 0, "maximum": 2,
        "unit": "px",
        "summary": "How deep.",
      ],
      [
        "name": "tint", "type": "color", "default": "#ffffff", "neutral": null, "minimum": null,
        "maximum": null, "unit": null,
        "summary": "Its colour.",
      ],
      [
        "name": "mask", "type": "texture", "default": null, "neutral": null, "minimum": null, "maximum": null,
        "unit": null,
        "summary": "Where.",
      ],
      [
        "name": "side", "type": "choice", "default": "left", "neutral": null, "minimum": null,
        "maximum": null, "unit": null,
        "summary": "Which.", "choices": ["left", "right"],
      ],
    ]
    let expected: NSDictionary = [
      "name": "fog", "summary": "It fades.", "source": "here", "kind": "built-in",
      "duration": Dissolve().duration, "timing": Dissolve().timing.description, "renderers": ["cpu", "gpu"],
      "parameters": parameters,
    ]
    #expect(try json(listing) == expected)
    #expect(listing.text == "It fades. [depth, tint, mask, side]")
    #expect(listing.parameterLines[0] == "depth float = 0.5                 How deep.")
    #expect(listing.parameterLines[2] == "mask texture                      Where.")
  }

  @Test("a transition with required parameters has no duration and no curve")
  func unmade() throws {
    let parameter = ParameterDescription(name: "angle", type: .float, default: nil, summary: "How far.")
    let listing = TransitionListing(
      TransitionDescription(
        name: "turn", summary: "It turns.", source: "here", parameters: [parameter], kind: .glsl, author: "A",
        license: "MIT", make: { _ in Dissolve() }))
    let object = try json(listing)
    #expect(object["duration"] is NSNull && object["timing"] is NSNull)
    #expect(object["author"] as? String == "A" && object["license"] as? String == "MIT")
    #expect(object["renderers"] as? [String] == ["gpu"] && object["kind"] as? String == "glsl")
  }

  @Test("a parameter without a summary is listed on one line")
  func bareParameter() {
    let description = TransitionDescription(
      name: "fog", summary: "It fades.", source: "here",
      parameters: [ParameterDescription(name: "depth", type: .float, default: .number(0.5), summary: "")],
      make: { _ in Dissolve() })
    let lines = description.details(typed: "fog").components(separatedBy: "\n")
    #expect(lines.contains("  depth  a number; default 0.5"))
    #expect(!lines.contains { $0.hasSuffix(" ") })
  }

  @Test("parameter values are encoded as JSON")
  func values() throws {
    let values: [ParameterValue] = [
      .number(2), .bool(true), .vector([1, 0.5]), .color(.black), .choice("up"), .texture(path: "a.png"),
    ]
    let text = String(decoding: try JSONEncoder().encode(values.map { JSONValue($0) }), as: UTF8.self)
    #expect(text == ##"[2,true,[1,0.5],"#000000","up","a.png"]"##)
  }

  @Test("an ffmpeg transition is listed with its equivalent")
  func alias() throws {
    let alias = try #require(XfadeAlias.all.first { $0.name == "wipeup" })
    let listing = AliasListing(alias)
    #expect(listing.text == "-t wipe -p angle=270 -p softness=0")
    let expected: NSDictionary = [
      "name": "xfade:wipeup", "transition": "wipe", "parameters": ["angle": "270", "softness": "0"],
      "exact": true,
    ]
    #expect(try json(listing) == expected)
    func text(_ name: String) throws -> String {
      AliasListing(try #require(XfadeAlias.all.first { $0.name == name })).text
    }
    #expect(try text("hblur") == "-t smear-dissolve -p width=0.5  (similar)")
    #expect(try text("slideup") == "-t push -p direction=up -p snap=true -d 1 --timing linear")
  }

  @Test("curves and formats are listed on one line each")
  func others() throws {
    let ease = try #require(CurveListing.all.first { $0.name == "ease-in-out" })
    #expect(ease.text == "cubic-bezier(0.42,0.0,0.58,1.0)")
    let gif = FormatListing(.gif)
    #expect(gif.encoder && gif.extensions == ["gif"] && gif.text == gif.summary)
  }

  @Test("the texts of a list are aligned in one column")
  func column() {
    struct Item: ListedItem {
      let name: String
      let text: String
    }
    let long = String(repeating: "x", count: 31)
    let items: [any ListedItem] = [
      Item(name: "a", text: "One."), Item(name: "twenty-three-characters", text: "Two."),
      Item(name: long, text: "Three."),
    ]
    #expect(
      items.lines == ["a                        One.", "twenty-three-characters  Two.", long + " Three."])
  }

  @Test("a curve is found by its name")
  func curvesByName() {
    #expect(CurveListing.named("ease").map(\.name) == ["ease"])
    #expect(
      CurveListing.named("spring").count == 3
        && CurveListing.named("steps(3)").map(\.name) == ["steps(n[,position])"])
    #expect(CurveListing.named("spring(0.5)").map(\.name) == ["spring(dampingRatio[,initialVelocity])"])
    #expect(
      CurveListing.named("spring(1,2,3,0)").map(\.name) == ["spring(mass,stiffness,damping,initialVelocity)"])
    #expect(CurveListing.named("slide").isEmpty && CurveListing.named("spring(").isEmpty)
    for curve in CurveListing.all {
      let text = curve.details.firstMatch(of: /--timing '(.*)'/)?.output.1
      #expect(throws: Never.self) { try TimingCurve(parsing: String(text ?? "")) }
      #expect(!curve.summary.isEmpty)
    }
  }

  @Test("a format lists its codecs with the default first")
  func codecs() {
    #expect(FormatListing(.mp4).codecs == ["h264", "hevc", "vp9", "av1"])
    #expect(FormatListing(.webm).codecs.first == "vp9")
    #expect(FormatListing(.gif).codecs == ["gif"] && FormatListing(.webp).codecs == [])
    #expect(FormatListing(.pngSequence).details.hasSuffix("-o frames/"))
    #expect(FormatListing(.jpg).details.hasSuffix("-o out.jpg --at 0.5"))
  }

  @Test("unknown properties of a device are null")
  func device() throws {
    let cpu = try #require(DeviceList.all().last)
    let object = try json(cpu)
    #expect(object["kind"] as? String == "cpu" && object["vendor"] is NSNull && object["version"] is NSNull)
    #expect(object.count == 9)
  }
}
