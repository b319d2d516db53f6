import Testing
import SegueTransitions

@Suite("ffmpeg's names")
struct XfadeAliasTests {
  static let names = """
    fade wipeleft wiperight wipeup wipedown slideleft slideright slideup slidedown circlecrop rectcrop distance fadeblack
    fadewhite radial smoothleft smoothright smoothup smoothdown circleopen circleclose vertopen vertclose horzopen
    horzclose dissolve pixelize diagtl diagtr diagbl diagbr hlslice hrslice vuslice vdslice hblur fadegrays wipetl wipetr
    wipebl wipebr squeezeh squeezev zoomin fadefast fadeslow hlwind hrwind vuwind vdwind coverleft coverright coverup
    coverdown revealleft revealright revealup revealdown
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test("all 58 have an equivalent, each once")
  func complete() {
    #expect(Self.names.count == 58)
    #expect(XfadeAlias.all.map(\.name).sorted() == Self.names.sorted())
  }

  @Test("each stands for a built-in with parameters that it takes", arguments: names)
  func equivalent(name: String) throws {
    let alias = try #require(XfadeAlias.all.first { $0.name == name })
    let description = try #require(Catalogue.builtIn[alias.transition])
    _ = try description.transition(alias.parameters)
  }
}
