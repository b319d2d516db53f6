import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

/// ffmpeg's transitions against ffmpeg's own frames.
@Suite("Drawings of xfade's transitions") struct XfadeTests {
  private static let size = ImageSize(width: 167, height: 117)
  /// The progress of frames 1 to 4 of five intervals. No product with a side is whole: there
  /// ffmpeg's single precision would decide a pixel.
  private static let progresses = cases(2, of: (1..<5).map { Double($0) / 5 })

  private let from = Pictures.make(size) { x, y in
    RGBAColor(red: UInt8(20 + x * 4 / 5), green: UInt8(130 - y), blue: UInt8(20 + (x + y) / 4))
  }
  private let to = Pictures.make(size) { x, y in
    RGBAColor(red: UInt8(110 - x / 3), green: UInt8(20 + x * 2 / 3), blue: UInt8(140 - y))
  }

  @Test("an exact alias is within 2 of ffmpeg's frames on average", .needs("ffmpeg"))
  func exact() async throws {
    let aliases = XfadeAlias.all.filter(\.isExact)
    let place = try Workplace()
    try place.write(Array(from.bytes), to: "from.raw")
    try place.write(Array(to.bytes), to: "to.raw")
    let known = try await FFmpeg.help(ofFilter: "xfade")
    var graph = ""
    for (index, role) in ["a", "b"].enumerated() {
      graph += "[\(index)]loop=5:1:0,settb=1/5,setpts=N,format=gbrp,split=\(aliases.count)"
      graph += aliases.indices.map { "[\(role)\($0)]" }.joined() + ";"
    }
    for (index, alias) in aliases.enumerated() {
      let isKnown = known.contains(" \(alias.name) ")
      // Grey is luma in YUV; RGB has another grey, and ffmpeg 5.1 none.
      let layout =
        alias.name == "fadegrays" ? "scale=out_color_matrix=bt709:out_range=pc,format=yuv444p," : ""
      let call =
        isKnown
        ? "transition=\(alias.name)"
        : "transition=custom:expr='\(try #require(XfadeFormula.text(alias.name), "\(alias.name)"))'"
      graph += "[a\(index)]\(layout)null[c\(index)];[b\(index)]\(layout)null[d\(index)];"
      graph +=
        "[c\(index)][d\(index)]xfade=\(call):duration=1:offset=0,"
        + "trim=start_frame=1:end_frame=\(Self.progresses.count + 1),setpts=N,"
      graph += (layout.isEmpty ? "" : "scale=in_color_matrix=bt709:in_range=pc,") + "format=rgba[o\(index)];"
    }
    graph += aliases.indices.map { "[o\($0)]" }.joined() + "concat=n=\(aliases.count)[o]"
    try place.write(graph, to: "graph")
    let raw = ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "167x117", "-framerate", "5"]
    let theirs = try await FFmpeg.decode(
      // A single thread, since all threads would share an expression's variables.
      raw + ["-i", "from.raw"] + raw
        + ["-i", "to.raw", "-filter_complex_threads", "1", "-filter_complex_script", "graph", "-map", "[o]"],
      as: "rgba", in: place.path
    ).frames(of: 4 * Self.size.area)
    try #require(theirs.count == aliases.count * Self.progresses.count)
    let drawing = Drawing(from: from, to: to)
    for (index, alias) in aliases.enumerated() {
      let builtIn = try #require(Catalogue.builtIn[alias.transition])
      let transition = try alias.description(of: builtIn).transition()
      for (number, progress) in Self.progresses.enumerated() {
        let ours = Array(try drawing.picture(transition, progress).bytes)
        let frame = theirs[index * Self.progresses.count + number]
        var sum = 0
        for i in frame.indices { sum += abs(Int(ours[i]) - Int(frame[i])) }
        let mean = Double(sum) / Double(3 * Self.size.area)
        #expect(mean < 2, "\(alias.name) at \(progress): \(mean)")
      }
    }
  }
}

/// The transitions newer than ffmpeg 5.1, as expressions for its `custom`.
private enum XfadeFormula {
  private static let directions = ["left": "-X", "right": "+X", "up": "-Y", "down": "+Y"]

  static func text(_ name: String) -> String? {
    for (direction, way) in directions {
      if name == "cover" + direction { return moved(way, inside: "b", outside: "A") }
      if name == "reveal" + direction { return moved(way, inside: nil, outside: "a") }
    }
    switch name {
    case "hlwind": return wind("1-X/W", "78.23300170898438*Y")
    case "hrwind": return wind("X/W", "78.23300170898438*Y")
    case "vuwind": return wind("1-Y/H", "12.989800453186035*X")
    case "vdwind": return wind("Y/H", "12.989800453186035*X")
    default: return nil
    }
  }

  /// A pixel of a picture in this plane.
  private static func pixel(_ picture: String, _ x: String, _ y: String) -> String {
    "if(eq(PLANE,0),\(picture)0(\(x),\(y)),if(eq(PLANE,1),\(picture)1(\(x),\(y)),\(picture)2(\(x),\(y))))"
  }

  private static func moved(_ way: String, inside: String?, outside: String) -> String {
    let axis = String(way.suffix(1))
    let side = axis == "X" ? "W" : "H"
    let place = "(ld(0)-\(side)*floor(ld(0)/\(side)))"
    func shifted(_ picture: String) -> String {
      axis == "X" ? pixel(picture, place, "Y") : pixel(picture, "X", place)
    }
    let start = "st(0,trunc(\(way.prefix(1))P*\(side))+\(axis));"
    return start
      + "if(gte(ld(0),0)*lt(ld(0),\(side)),\(inside.map(shifted) ?? "B"),\(outside == "A" ? "A" : shifted(outside)))"
  }

  /// The hash of the row or column in single precision, and the edge.
  private static func wind(_ line: String, _ argument: String) -> String {
    let rounded =
      "st(9,pow(2,floor(log(max(abs(ld(0)),0.000000001))/log(2))-23));st(0,round(ld(0)/ld(9))*ld(9))"
    return "st(0,\(argument));\(rounded);st(0,sin(ld(0)));\(rounded);st(0,ld(0)*43758.546875);\(rounded);"
      + "st(1,ld(0)-floor(ld(0)));st(2,clip(-5*((\(line))*0.8+0.2*ld(1)-(1-P)*1.2),0,1));"
      + "st(3,ld(2)*ld(2)*(3-2*ld(2)));B*ld(3)+A*(1-ld(3))"
  }
}
