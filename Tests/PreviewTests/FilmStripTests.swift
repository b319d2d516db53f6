import Dispatch
import SegueFilm
import SegueFilms
import Testing

@testable import SeguePreview

/// The thumbnails of a film's page.
@Suite("A film's thumbnails") struct FilmStripTests {
  private func picture(_ index: Int, of model: FilmModel) async throws -> Snapshot? {
    let thumbnails = model.makeThumbnails(in: DispatchGroup())
    let bytes = await withCheckedContinuation { done in
      thumbnails.picture(index) { done.resume(returning: $0) }
    }
    guard let bytes else { return nil }
    return try await ImageDecoder().decode(bytes: bytes, name: "thumbnail").snapshot
  }

  @Test("a strip of thumbnails covers the film from its first to its last clip")
  func strips() async throws {
    let model = try await FilmModel.film(of: [.white, RGBAColor(red: 200, green: 30, blue: 30), .black])
    for name in ["dissolve", "iris"] {
      let index = try #require(FilmStrips.entries.firstIndex { $0.name == name })
      let strip = try #require(try await picture(FilmStrips.first + index, of: model))
      #expect(strip.size == ImageSize(width: 192, height: 108 * TransitionStrips.count))
      #expect(strip[96, 54].red > 250 && strip[96, strip.size.height - 54].red < 5)
    }
    let clip = try #require(try await picture(1, of: model))
    #expect(clip.size == ImageSize(width: 96, height: 54) && abs(Int(clip[48, 27].red) - 200) < 6)
    #expect(try await picture(3, of: model) == nil)
    #expect(model.thumbnailCount == FilmStrips.first + Catalogue.builtIn.transitions.count)
  }
}
