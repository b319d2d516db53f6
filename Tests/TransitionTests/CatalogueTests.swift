import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

@Suite("The catalogue") struct CatalogueTests {
  static let names = Catalogue.builtIn.transitions.map(\.name)
  static let context = TransitionContext(containerSize: ImageSize(width: 97, height: 61))

  @Test("transition names are unique and in lower case")
  func uniqueNames() {
    #expect(Set(Self.names).count == Self.names.count)
    for name in Self.names {
      #expect(!name.isEmpty && name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
  }

  @Test("the catalogue has the default transition")
  func defaultName() {
    #expect(Catalogue.builtIn[Catalogue.defaultName] != nil)
    #expect(Catalogue.builtIn["no such transition"] == nil)
  }

  @Test("every default is a valid value of its parameter", arguments: names)
  func defaultsParse(name: String) throws {
    let description = try #require(Catalogue.builtIn[name])
    #expect(!description.summary.isEmpty && !description.source.isEmpty)
    for parameter in description.parameters {
      guard let value = parameter.defaultValue else { continue }
      #expect(try parameter.parse(value.description) == value)
    }
  }

  @Test("mirroring a transition twice restores it", .takesLong, arguments: names)
  func mirroredTwice(name: String) throws {
    let description = try #require(Catalogue.builtIn[name])
    guard description.parameters.allSatisfy({ $0.defaultValue != nil }) else { return }
    let transition = try description.transition()
    #expect(transition.duration > 0 && transition.duration.isFinite)
    for progress in [0.25, 0.5, 0.75] {
      let twice = transition.mirrored.mirrored.recipe(at: progress, in: Self.context)
      #expect(twice == transition.recipe(at: progress, in: Self.context))
    }
  }

  @Test("a finished run begins and ends with exactly the two pictures", arguments: names)
  func endpoints(name: String) throws {
    let description = try #require(Catalogue.builtIn[name])
    guard description.parameters.allSatisfy({ $0.defaultValue != nil }) else { return }
    let transition = try description.transition()
    #expect(transition.endpointExactRecipe(at: 0, in: Self.context) == .snapshot(.from))
    #expect(transition.endpointExactRecipe(at: 1, in: Self.context) == .snapshot(.to))
  }
}

@Suite("ffmpeg's transitions")
struct XfadeAliasTests {
  static let names = """
    fade wipeleft wiperight wipeup wipedown slideleft slideright slideup slidedown circlecrop rectcrop distance fadeblack
    fadewhite radial smoothleft smoothright smoothup smoothdown circleopen circleclose vertopen vertclose horzopen
    horzclose dissolve pixelize diagtl diagtr diagbl diagbr hlslice hrslice vuslice vdslice hblur fadegrays wipetl wipetr
    wipebl wipebr squeezeh squeezev zoomin fadefast fadeslow hlwind hrwind vuwind vdwind coverleft coverright coverup
    coverdown revealleft revealright revealup revealdown
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test("each of ffmpeg's 58 transitions has exactly one equivalent")
  func complete() {
    #expect(Self.names.count == 58)
    #expect(XfadeAlias.all.map(\.name).sorted() == Self.names.sorted())
  }

  @Test("each equivalent is a built-in with valid parameters", arguments: names)
  func equivalent(name: String) throws {
    let alias = try #require(XfadeAlias.all.first { $0.name == name })
    let description = try #require(Catalogue.builtIn[alias.transition])
    _ = try description.transition(alias.parameters)
  }
}
