import Foundation
import TestSupport
import Testing

extension HostTests {
  /// The wheel, installed by pip.
  @Suite("Python") struct Python {
    /// A virtual environment with the wheel.
    struct Environment: Sendable {
      let place: Workplace
      let python: Program

      init(_ base: String, prefix: HostPrefix) async throws {
        place = try Workplace()
        let wheel = try await Program("python3").output(
          [HostPrefix.root + "/Tools/wheel.py", prefix.path + "/wheel", place.path])
        var installer: [String] = ["-m", "pip"]
        if base == "python3" {
          // Installing pip in the environment takes ten times as long.
          let (folder, isWhole) = (place.file("environment"), Tier.current == .full)
          try await Program(base).output(["-m", "venv"] + (isWhole ? [] : ["--without-pip"]) + [folder])
          python = try Program(folder + "/bin/python")
          if !isWhole { installer += ["--python", folder + "/bin/python"] }
        } else {
          python = try Program(base)
        }
        let program = try installer.count > 2 ? Program(base) : python
        try await program.output(
          installer + [
            "install", "-q", "--no-index", "--no-deps", "--force-reinstall",
            "--disable-pip-version-check",
            String(decoding: wheel, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines),
          ])
      }

      /// Runs a Python program and returns its output.
      func said(_ program: String, _ arguments: String...) async throws -> String {
        try place.write(program, to: "program.py")
        let outcome = try await python.run([place.file("program.py")] + arguments, in: place.path)
        #expect(outcome.code == 0, "\(outcome.messages)")
        return outcome.text
      }
    }

    /// The Python with NumPy and moviepy of `Tools/python.sh`.
    static let withNumPy = HostPrefix.root + "/.build/python/bin/python"
    static let hasNumPy = FileManager.default.isExecutableFile(atPath: withNumPy)

    @Test(
      "the wheel draws the tool's bytes without NumPy",
      .needs("python3", "objdump", "dpkg"))
    func alone() async throws {
      let (prefix, tool) = (try #require(HostPrefix.tested), try await ToolFrames.shared.value)
      let environment = try await Environment("python3", prefix: prefix)
      let said = try await environment.said(
        """
        import segue, sys, threading
        a, b = (open(path, "rb").read() for path in sys.argv[1:3])
        names = [t.name for t in segue.transitions()]
        for name in names:
            open(name, "wb").write(segue.Transition(name).frame(a, b, 0.375, size=(64, 40)))
        print(len(names), len(segue.filters()) > 60, segue.transitions()[0].parameters[0].summary)

        slide, frames = segue.Transition("slide", rows=12, timing="spring(0.8)"), []
        def draw(): frames.append(bytes(slide.frame(a, b, 0.5, size=(64, 40))))
        threads = [threading.Thread(target=draw) for _ in range(20)]
        for t in threads: t.start()
        for t in threads: t.join()
        print(len(frames), len(set(frames)), len(list(slide.frames(a, b, fps=10, duration=1, size=(64, 40)))))

        def refused(call, kind):
            try: call()
            except kind as error: print(type(error).__name__, error)
        refused(lambda: segue.Transition("slyde"), segue.Error)
        refused(lambda: segue.Transition("slide", rows=0), segue.Error)
        refused(lambda: slide.frame(a, b, 0.5), segue.Error)
        refused(lambda: slide.frame(a[:-4], b, 0.5, size=(64, 40)), segue.Error)
        refused(lambda: slide.frame("a", b, 0.5), TypeError)
        refused(lambda: slide.frame(a, b, float("nan"), size=(64, 40)), segue.Error)
        refused(lambda: slide.frame(a, b, 0.5, size=(64, 40), out=bytes(10240)), TypeError)
        refused(lambda: slide.save("out.mp4"), NotImplementedError)
        """, tool.place.file("from.rgba"), tool.place.file("to.rgba"))
      let lines = said.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("\(tool.names.count) True Width") == true, "\(said)")
      // The eleven frames of a second at 10 frames/s.
      #expect(lines.dropFirst().first == "20 1 11", "\(said)")
      #expect(lines.count == 10)
      for (line, words) in zip(
        lines.dropFirst(2),
        [
          "did you mean slide?", "rows", "size=(width, height)", "64x40", "str", "progress",
          "cannot be written",
          "segue FROM TO -o out.mp4",
        ])
      { #expect(line.contains(words), "\(line)") }
      #expect(tool.differences(at: 3) { environment.place.bytes($0) } == [])
    }

    @Test(
      "NumPy frames and joined moviepy clips equal the tool's frames",
      .full,
      .enabled(
        if: hasNumPy, "no NumPy: Tools/python.sh .build/python"
      ),
      .needs("python3", "objdump", "dpkg"))
    func arrays() async throws {
      let (prefix, tool) = (try #require(HostPrefix.tested), try await ToolFrames.shared.value)
      let environment = try await Environment(Self.withNumPy, prefix: prefix)
      let said = try await environment.said(
        """
        import numpy, segue, segue.moviepy, sys
        from moviepy import AudioClip, ImageClip
        a, b = (numpy.fromfile(path, numpy.uint8).reshape(40, 64, 4) for path in sys.argv[1:3])
        tone = lambda value: AudioClip(lambda t: value + 0 * numpy.asarray(t), duration=2, fps=1000)
        clips = [ImageClip(p[:, :, :3], duration=2).with_fps(8).with_audio(tone(v)) for p, v in ((a, 0.5), (b, 0.25))]
        for t in segue.transitions():
            drawn = segue.Transition(t.name).frame(a, b, 0.375)
            joined = segue.moviepy.join(clips, t.name, duration=1, timing="linear")
            rgb = joined.get_frame(1.375)
            assert (rgb == drawn[:, :, :3]).all() and drawn[:, :, 3].min() == 255, t.name
            rgb.tofile(t.name + ".rgb")
            drawn.tofile(t.name)
        print(joined.duration, joined.fps, (joined.get_frame(0.5) == a[:, :, :3]).all(), (joined.get_frame(2.5) == b[:, :, :3]).all())
        # A third of the way of a quarter of a sine: 0.5·cos(30°) + 0.25·sin(30°).
        sound = lambda t: round(float(numpy.ravel(joined.audio.get_frame(t))[0]), 4)
        print(sound(1 + 1 / 3), sound(0.5))
        deep = segue.Transition("dissolve").frame(a.astype(numpy.uint16) * 257, b.astype(numpy.uint16) * 257, 0)
        print(deep.dtype, (deep == a.astype(numpy.uint16) * 257).all())
        for wrong in (a.astype(float), a[:, :, 0], a[:, ::2]):
            try: segue.Transition("dissolve").frame(wrong, b, 0.5)
            except (TypeError, ValueError) as error: print(error)
        """, tool.place.file("from.rgba"), tool.place.file("to.rgba"))
      #expect(tool.differences(at: 3) { environment.place.bytes($0) } == [])
      let lines = said.split(separator: "\n").map(String.init)
      #expect(lines.prefix(3) == ["3.0 8 True True", "0.558 0.5", "uint16 True"], "\(said)")
      #expect(lines.count == 6 && lines.suffix(3).first?.contains("uint8") == true, "\(said)")
      #expect(
        lines.suffix(2).first?.contains("(40, 64)") == true
          && lines.last?.contains("ascontiguousarray") == true)
    }
  }
}
