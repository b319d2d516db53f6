import Foundation
import TestSupport
import Testing

extension HostTests {
  /// The tool in the wheel, installed by pip.
  @Suite("The tool installed with pip", .needs("python3", "objdump", "dpkg", "ffmpeg", "ffprobe"))
  struct PythonTool {
    /// A virtual environment with the wheel, its console script, and the paths of two pictures.
    private struct Installation {
      let environment: Python.Environment
      let script: Program
      let pictures: [String]

      init() async throws {
        environment = try await Python.Environment("python3", prefix: try #require(HostPrefix.tested))
        script = try Program(environment.place.file("environment/bin/segue"))
        let frames = try await ToolFrames.shared.value
        pictures = ["from.png", "to.png"].map(frames.place.file)
      }

      var place: Workplace { environment.place }

      /// Runs the console script in half a second's six frames, with these variables.
      func render(_ output: String, _ variables: [String: String?]) async throws -> Outcome {
        try await script.run(
          pictures + ["-d", "0.5", "-r", "10", "-o", output], in: place.path, environment: variables)
      }

      /// Makes a package `imageio_ffmpeg` whose function has this body, and returns its folder.
      func writePackage(_ body: String) throws -> String {
        try place.createFolder("packages")
        try place.write("def get_ffmpeg_exe():\n    \(body)\n", to: "packages/imageio_ffmpeg.py")
        return place.file("packages")
      }
    }

    @Test("the console script and python -m segue run the tool")
    func replaced() async throws {
      let (installation, frames) = (try await Installation(), try await ToolFrames.shared.value)
      let version = try await Program.built("segue").output(["--version"])
      let commands: [(Program, [String])] = [
        (installation.script, []), (installation.environment.python, ["-m", "segue"]),
      ]
      for (program, words) in commands {
        #expect(try await program.output(words + ["--version"]) == version)
        let name = "it's \(words.count) $frame *.raw"
        let drawing = ["-t", "slide", "--at", "0.375", "--format", "raw", "-o", name]
        try await program.output(words + installation.pictures + drawing, in: installation.place.path)
        #expect(installation.place.bytes(name) == frames.frame("slide", at: 3))
        let serving = words + ["preview", "--no-open"] + installation.pictures
        let preview = try await program.run(serving) { process in
          // The address is printed once the server runs.
          try await waitUntil { process.text.hasSuffix("\n") }
          let file = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(process.processID)/exe")
          #expect(file.hasSuffix("/segue/bin/segue"), "\(file)")
          kill(process.processID, SIGTERM)
        }
        #expect(preview.code == 0 && !preview.wasKilled, "\(preview.messages)")
      }
    }

    @Test("the tool makes pictures without ffmpeg", .full)
    func withoutFFmpeg() async throws {
      let installation = try await Installation()
      let place = installation.place
      let bare: [String: String?] = ["PATH": "/nowhere", "SEGUE_FFMPEG": nil]
      for output in ["out.webp", "frames/"] {
        let outcome = try await installation.render(output, bare)
        #expect(outcome.code == 0, "\(outcome.messages)")
      }
      #expect(place.bytes("out.webp")?.dropFirst(8).starts(with: "WEBP".utf8) == true)
      let names = place.names(in: "frames")
      #expect(names.count == 6)
      let first = try await FFmpeg.decode(["-i", place.file("frames/\(names.first ?? "")")], as: "rgba")
      #expect(first == (try await ToolFrames.shared.value.from))
      let outcome = try await installation.render("out.mp4", bare)
      #expect(outcome.code == 69)
      #expect(outcome.messages.contains("ffmpeg cannot be used: it was not found"), "\(outcome.messages)")
      #expect(!place.exists("out.mp4"))
    }

    @Test("imageio-ffmpeg's ffmpeg is used if PATH has no ffmpeg", .full)
    func withPackage() async throws {
      let installation = try await Installation()
      let ffmpeg = try Program("ffmpeg").path
      let package = try installation.writePackage("return '\(ffmpeg)'")
      let without: [String: String?] = ["PATH": "/nowhere", "SEGUE_FFMPEG": nil, "PYTHONPATH": package]
      let outcome = try await installation.render("out.mp4", without)
      #expect(outcome.code == 0, "\(outcome.messages)")
      let facts = try await FFmpeg.probe(installation.place.file("out.mp4"))
      #expect(facts["nb_read_frames"] == "6" && facts["codec_name"] == "h264")
      // With an ffmpeg in PATH the package is not asked.
      let unused = try installation.writePackage("raise SystemExit(3)")
      let with = try await installation.render("other.mp4", ["SEGUE_FFMPEG": nil, "PYTHONPATH": unused])
      #expect(with.code == 0, "\(with.messages)")
    }
  }
}
