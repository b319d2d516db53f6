import Segue
import SegueFilm
import Testing

@testable import segue_cli

/// The sentences about wrong words of a command line, without starting the tool.
@Suite("Wrong words of a command line") struct WordErrorTests {
  /// The exit code and the sentence of the error that `body` throws.
  private func refusal(_ body: () throws -> Void) -> (code: Failure.Code, sentence: String)? {
    let error = #expect(throws: (any Error).self) { try body() }
    return error.map { Failure.describe($0) }
  }

  @Test("the formats of sound alone are listed for a film, not for a render", arguments: ["x.foo", "x"])
  func extensions(output: String) throws {
    let render = refusal { try RenderCommand.parse(["a.png", "b.png", "-o", output]).request().validate() }
    #expect(render?.code == .usage && render?.sentence.contains(".jpeg, .avif, or --format") == true)
    let join = refusal { try JoinCommand.parse(["color:red", "-o", output]).request().validate() }
    #expect(join?.code == .usage && join?.sentence.contains(".avif, .wav, .flac, .m4a, .mp3, .opus") == true)
  }
}
