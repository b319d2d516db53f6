import Foundation
import Synchronization
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  @Suite("Outputs that cannot be written") struct OutputFailures: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test(
      "an existing output is kept without -y", arguments: ["out.webp", "out.mp4", "out.raw", "frame-%d.png"])
    func exists(name: String) async throws {
      let file = name.replacing("%d", with: "2")
      try place.write("before", to: file)
      let format = name.hasSuffix("raw") ? ["--format", "raw"] : []
      let outcome = try await tool.run(["from.png", "to.png", "-d", "0.05", "-o", name] + format)
      place.expect(outcome, code: 73, saying: "-y", leaving: [file])
      #expect(place.text(file) == "before")
    }

    @Test("-y replaces an existing output", arguments: ["out.webp", "out.mp4"])
    func replaces(name: String) async throws {
      try place.write("before", to: name)
      #expect(try await tool.render("-d", "0.05", "-y", "-o", name).code == 0)
      #expect(place.added == [name])
      #expect((place.bytes(name)?.count ?? 0) > 100)
    }

    @Test("a missing or unwritable folder causes exit code 73")
    func places() async throws {
      place.expect(
        try await tool.render("-o", "none/out.webp"), code: 73,
        saying: "none/out.webp cannot be created: there is no folder none")
      place.expect(try await tool.render("-o", "to.png/out.webp"), code: 73, saying: "Not a directory")
      place.expect(try await tool.render("-o", "/proc/out.webp"), code: 73)
    }

    @Test("a folder cannot be the output")
    func folder() async throws {
      mkdir(place.file("out.webp"), 0o755)
      place.expect(
        try await tool.render("-o", "out.webp", "-y"), code: 73, saying: "Is a directory",
        leaving: ["out.webp"])
    }

    @Test("an input is never overwritten under any of its names")
    func inputIsOutput() async throws {
      let before = place.bytes("from.png")
      symlink("from.png", place.file("link.png"))
      link(place.file("from.png"), place.file("frame-00002.png"))
      let same = ["from.png", "./from.png", "link.png", "frame-00002.png"]
      for name in same {
        let outcome = try await tool.render("--at", "0.5", "-y", "-o", name)
        place.expect(
          outcome, code: 64, saying: "one of the inputs", leaving: ["frame-00002.png", "link.png"])
      }
      let sequence = try await tool.render("-d", "0.1", "-y", "-o", "./")
      place.expect(
        sequence, code: 64, saying: "one of the inputs", leaving: ["frame-00002.png", "link.png"])
      let piped = try await tool.run(
        ["-", "to.png", "--at", "0", "-y", "-o", "from.png"], input: "from.png")
      place.expect(piped, code: 64, leaving: ["frame-00002.png", "link.png"])
      #expect(place.bytes("from.png") == before)
    }

    @Test(
      "a full device causes exit code 74",
      arguments: cases(["raw", "y4m", "webp", "mp4"], full: ["mkv"]))
    func fullDevice(format: String) async throws {
      let outcome = try await tool.render("-o", "/dev/full", "--format", format, "-y")
      place.expect(outcome, code: 74)
      #expect(FileManager.default.fileExists(atPath: "/dev/full"))
      let redirected = try await tool.render("-o", "-", "--format", format, shell: "exec \"$@\" > /dev/full")
      place.expect(redirected, code: 74)
    }

    @Test("a file size limit causes exit code 74", arguments: ["raw", "mp4", "sequence/"])
    func fullDisk(output: String) async throws {
      let arguments =
        output == "raw"
        ? ["-o", "out.raw", "--format", "raw"] : ["-o", output == "mp4" ? "out.mp4" : output]
      let outcome = try await tool.run(
        ["from.png", "to.png", "-s", "640x480"] + arguments, shell: "ulimit -f 4; exec \"$@\"")
      place.expect(outcome, code: 74)
    }

    @Test("a closed pipe causes exit code 74", arguments: ["raw", "y4m", "mkv"])
    func brokenPipe(format: String) async throws {
      let outcome = try await tool.render(
        "-s", "320x240", "-o", "-", "--format", format,
        shell: "\"$@\" | head -c 10 > /dev/null; exit ${PIPESTATUS[0]}")
      place.expect(outcome, code: 74)
    }

    @Test("a list, help or version that cannot be written causes exit code 74")
    func results() async throws {
      for command in [["list"], ["devices", "--json"], ["--help"], ["--version"]] {
        let outcome = try await tool.run(command, shell: "exec \"$@\" > /dev/full")
        place.expect(outcome, code: 74, saying: "No space left on device")
      }
    }

    @Test("a report that cannot be written causes exit code 74")
    func report() async throws {
      // In the second case the reader has ended before the tool starts.
      let shells = [
        "exec \"$@\" >&-", "exec 5> >(true); wait $!; exec \"$@\" >&5", "exec \"$@\" 1< from.png",
      ]
      for shell in shells {
        let outcome = try await tool.render("-o", "out.webp", "--json", shell: shell)
        place.expect(outcome, code: 74, saying: "writing standard output failed")
      }
      try place.write("before", to: "out.mp4")
      for output in ["out.mp4", "out.webp", "frames/", "out.y4m", "out.jpg"] {
        let full = try await tool.render(
          "-o", output, "-y", "--json", output == "out.jpg" ? "--at=0.5" : "-r=30",
          shell: "exec \"$@\" > /dev/full")
        place.expect(full, code: 74, saying: "No space left on device", leaving: ["out.mp4"])
      }
      #expect(place.text("out.mp4") == "before")
    }

    @Test("a folder with other files is refused unless -y or a range of frames is given")
    func filledFolder() async throws {
      try place.createFolder("f")
      try place.write("mine", to: "f/notes.txt")
      let refused = try await tool.render("-o", "f/", "-d", "0.05")
      place.expect(refused, code: 73, saying: "f is a folder with other files in it", "-y", leaving: ["f"])
      #expect(place.names(in: "f") == ["notes.txt"])
      #expect(try await tool.render("-o", "f/", "-d", "0.05", "--frames", "1-1").code == 0)
      #expect(place.names(in: "f") == ["frame-00001.png", "notes.txt"])
      #expect(try await tool.render("-o", "f/", "-d", "0.05", "-y").code == 0)
      #expect(place.names(in: "f").count == 5)
      // Hidden files do not count, and a pattern names its files.
      try place.createFolder("e")
      try place.write("", to: "e/.keep")
      #expect(try await tool.render("-o", "e/", "-d", "0.05").code == 0)
      #expect(try await tool.render("-o", "e/n-%d.png", "-d", "0.05").code == 0)
    }

    @Test("/dev/stdout is standard output")
    func standardOutputByName() async throws {
      let plain = try await tool.render("-d", "0.05", "-o", "-", "--format", "raw")
      let named = try await tool.render("-d", "0.05", "-o", "/dev/stdout", "--format", "raw")
      #expect(
        named.code == 0 && named.output == plain.output && plain.output.count == (4 * 32 * 24 * 4 as Int))
      let unnamed = try await tool.render("-o", "/dev/stdout")
      place.expect(unnamed, code: 64, saying: "standard output needs --format")
    }

    @Test("a report through a non-blocking pipe is complete")
    func impatientPipe() throws {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
      let text = String(repeating: "0123456789", count: 100_000)
      let reading = DispatchGroup()
      let got = Mutex(0)
      DispatchQueue.global().async(group: reading) { [end = ends[0]] in
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(end, &bytes, bytes.count)
          if count <= 0 { break }
          got.withLock { $0 += count }
        }
      }
      #expect(Console.write(text, to: ends[1]) == 0)
      close(ends[1])
      reading.wait()
      close(ends[0])
      #expect(got.withLock { $0 } == 1_000_000)
    }

    @Test("an output never goes into a closed standard stream")
    func closedStreams() async throws {
      let whole = try await tool.render("-d", "0.05", "-o", "-", "--format", "raw", "-v")
      let closed = try await tool.render(
        "-d", "0.05", "-o", "out.raw", "--format", "raw", "-v", shell: "exec \"$@\" <&- >&- 2>&-")
      #expect(closed.code == 0)
      #expect(place.bytes("out.raw") == whole.output)
      let nowhere = try await tool.render("-o", "-", "--format", "raw", shell: "exec \"$@\" >&-")
      place.expect(nowhere, code: 74, leaving: ["out.raw"])
    }
  }
}
