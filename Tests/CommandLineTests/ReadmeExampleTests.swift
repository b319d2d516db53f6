import Foundation
import SegueImaging
import SegueMedia
import TestSupport
import Testing

extension ToolTests {
  /// The commands of the README, run as written.
  @Suite("The README's commands") struct ReadmeExamples {
    private static let readme: String = {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../README.md").standardized
      return (try? String(contentsOf: root, encoding: .utf8)) ?? ""
    }()

    /// The lines of indented blocks, and inline code.
    private static let written =
      readme.matches(of: /(?m)^ {4}(segue .+)$/).map { String($0.output.1) }
      + readme.matches(of: /`(segue [^`]+)`/).map { String($0.output.1) }

    /// The commands that end by themselves, unlike the server of a page.
    static let commands = written.filter { !$0.hasPrefix("segue preview ") }

    /// Words of the commands that the usual tier only plans. Rendered commands have the same codecs and
    /// containers.
    private static let planned = ["show.mp4", "cells.mp4", "look.mp4", "xfade:", "untouched.mp4"]

    static let rendered = commands.filter { command in
      Tier.current == .full || !planned.contains { command.contains($0) }
    }

    @Test("the README has 18 commands")
    func count() { #expect(Self.commands.count == 18, "\(Self.commands)") }

    @Test("commands that are not rendered are planned without warnings", .needs("ffmpeg", "ffprobe"))
    func plans() async throws {
      let place = try await Self.place(hasClips: true)
      let commands = Self.commands.filter { !Self.rendered.contains($0) }
      #expect(commands.count == (Tier.current == .full ? 0 : Self.planned.count), "\(commands)")
      for command in commands {
        let warnings = try await place.plan(line: command)?.warnings ?? []
        #expect(warnings.isEmpty, "\(command): \(warnings)")
      }
    }

    /// A folder with the inputs of the commands.
    private static func place(hasClips: Bool) async throws -> Workplace {
      let place = try Workplace.forTool()
      for name in ["light.png", "dark.png"] { try place.write(place.bytes("from.png") ?? [], to: name) }
      let white = PixelBuffer(size: ImageSize(width: 64, height: 48), color: .white)
      let picture = try JPEGEncoder().encode(white.bytes, size: white.size)
      for name in ["from.jpg", "to.jpg"] { try place.write(picture, to: name) }
      for name in ["dune.jpg", "light.jpg", "dark.jpg"] { try place.write(picture, to: name) }
      if hasClips { try await PageMedia.link(["beach.mp4", "dive.mov", "song.mp3"], into: place) }
      for name in ["ripple.glsl", "file.glsl"] { try place.write(ripple, to: name) }
      try place.write(LookCommand.cells, to: "look.json")
      // A player that counts its input.
      try place.writeProgram("#!/bin/sh\n[ \"$1\" = - ] && wc -c > played\n", to: "ffplay")
      return place
    }

    @Test("each command makes its output", .needsOpenGL, arguments: rendered)
    func runs(command: String) async throws {
      let place = try await Self.place(hasClips: command.contains("join"))
      let given = place.names()

      let shell = "set -o pipefail; PATH=.:$PATH; tool=$1; segue() { \"$tool\" \"$@\"; }; " + command
      let outcome = try await Tool(place).run([], shell: shell)
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(!outcome.messages.contains("warning:"), "\(outcome.messages)")
      let made = place.names().filter { !given.contains($0) }
      guard let output = command.firstMatch(of: /-o (\S+)/)?.output.1 else {
        #expect(made == [] && !outcome.text.isEmpty)
        return
      }
      #expect(made == [output == "-" ? "played" : String(output.prefix { $0 != "/" })])
      if output == "frames/" { #expect(place.names(in: "frames").count == 300) }
      if output == "-" {
        // One second of frames with 12 bits per pixel, and the headers of y4m.
        let bytes = Int((place.text("played") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        #expect(bytes > 61 * 32 * 24 * 3 / 2)
      }
    }

    private static let ripple = """
      uniform float amplitude; // = 100.0
      vec4 transition(vec2 p) {
        vec2 at = p + 0.001 * amplitude * progress * (1.0 - progress) * sin(p.yx * 20.0);
        return mix(getFromColor(at), getToColor(at), progress);
      }
      """
  }
}
