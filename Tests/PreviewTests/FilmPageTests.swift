import Foundation
import SegueFilms
import SegueRun
import Testing

@testable import SeguePreview

/// The messages of a film's page.
@Suite("A film's page") struct FilmPageTests {
  private func film(of page: FilmPage) throws -> JSONValue {
    let message = try #require(page.initialMessages().first)
    return try #require(try JSONDecoder().decode(JSONValue.self, from: Data(message))["film"])
  }

  @Test("the first message has the report of the film")
  func report() async throws {
    let page = FilmPage(try await FilmModel.film(of: [.white, .black]))
    let film = try film(of: page)
    let report = try JSONDecoder().decode(FilmReport.self, from: JSONEncoder().encode(film["report"]))
    #expect(report.film.width == 320 && report.film.fps == "10/1" && report.film.frames == 16)
    #expect(report.clips.map(\.start) == [0, 6] && report.clips.map(\.end) == [10, 16])
    #expect(report.junctions.map(\.start) == [6] && report.junctions.map(\.frames) == [4])
    #expect(report.opening == nil && report.closing == nil && report.titles == nil)
  }

  @Test("the first message describes the film and the transitions")
  func facts() async throws {
    let page = FilmPage(try await FilmModel.film(of: [.white, .black]))
    let film = try film(of: page)
    #expect(film["name"]?.text == "color:#ffffff, color:#000000" && film["command"]?.text == "segue join")
    #expect(film["isCycle"]?.flag == false && film["hasFile"]?.flag == false)
    #expect(film["isChanged"]?.flag == false && film["subtitles"]?.list == [])
    let strips = try #require(film["strips"]?.list)
    #expect(strips.compactMap { $0["name"]?.text } == Catalogue.builtIn.transitions.map(\.name))
  }
}
