import Foundation
import SegueFilms
import TestSupport
import Testing

extension PublicValues {
  mutating func addRenders() {
    add(
      "DecodingLimits.init(maximumSide:maximumPixels:maximumFileBytes:)", "ImageDecoder.init(limits:)",
      "ImageDecoder.decode(bytes:name:moment:)", "ImageDecoder.decode(path:moment:)", "DrawingOptions.limits",
      "PictureSource.bytes(_:name:)", "PictureSource.snapshot(_:)",
      "SnapshotPair.init(from:to:size:fit:limits:)"
    ) { walk in
      let workplace = try Workplace()
      let path = try workplace.write(walk.picture, to: "picture.png")
      let png = workplace.bytes("picture.png") ?? []
      await walk.integers(16_384, 1 << 20, 1 << 20) { numbers in
        var limits = DecodingLimits(
          maximumSide: numbers[0], maximumPixels: numbers[1], maximumFileBytes: numbers[2])
        (limits.maximumSide, limits.maximumPixels) = (numbers[0], numbers[1])
        limits.maximumFileBytes = numbers[2]
        let decoder = ImageDecoder(limits: limits)
        await walk.call { _ = try await decoder.decode(bytes: png, name: "picture") }
        await walk.call { _ = try await decoder.decode(path: path) }
        await walk.call { _ = try await SnapshotPair(from: path, to: path, limits: limits) }
        var request = RenderRequest(from: .bytes(png, name: "picture"), to: .snapshot(walk.picture))
        (request.drawing.limits, request.frames) = (limits, 0...0)
        _ = try await RenderJob.file(of: request, as: .raw).bytes
      }
      for bytes: [UInt8] in cases([[], [0x89]], full: [Array("RIFF".utf8)]) {
        await walk.call { _ = try await ImageDecoder().decode(bytes: bytes, name: "nothing") }
      }
    }
    add(
      "Batch.init(_:journal:workers:memory:resumes:retries:)", "Batch.jobs", "Batch.run(onOutcome:)",
      "Batch.Job.film(_:key:)", "Batch.Job.render(_:key:)"
    ) { walk in
      await walk.integers(2, 1 << 30, 1) { numbers in
        let place = try Workplace()
        var render = walk.request
        (render.output, render.frames) = (OutputRequest(place.file("a.webp")), 0...0)
        var film = FilmRequest(
          items: [FilmItem(FilmClip(.snapshot(walk.picture)))], output: OutputRequest(place.file("b.png")))
        (film.stillTime, film.drawing.backend) = (.seconds(0), .cpu)
        var batch = Batch(
          [.render(render, key: "a"), .film(film, key: "b")], workers: numbers[0], memory: numbers[1],
          retries: numbers[2])
        batch.jobs.append(.render(walk.request, key: "c"))
        var failures: [String] = []
        for outcome in try await batch.run() {
          if case .failed = outcome.result { failures.append(outcome.key) }
        }
        #expect(failures == ["c"])
      }
      await walk.call { try await Batch([], journal: "/nowhere/journal").run() }
    }
    add(
      "RenderRequest.init(from:to:output:)", "RenderRequest.from", "RenderRequest.to",
      "RenderRequest.duration",
      "RenderRequest.timing", "RenderRequest.holdStart", "RenderRequest.holdEnd",
      "RenderRequest.stillProgress",
      "RenderRequest.frames", "OutputRequest.size", "RenderRequest.transition", "RenderRequest.output",
      "RenderRequest.drawing", "RenderJob.init(_:)",
      "RenderJob.file(of:as:onProgress:onNote:)",
      "RenderJob.events", "DrawingOptions.timeLimit", "DrawingOptions.pool", "JobEvent.note(_:)",
      "RenderPool.init(jobs:memory:)",
      "JobEvent.progress(done:total:)"
    ) { walk in
      await walk.integers(2, 1 << 30) { numbers in
        var request = walk.request
        request.frames = 0...0
        request.drawing.pool = try RenderPool(jobs: numbers[0], memory: numbers[1])
        request.drawing.timeLimit = .seconds(numbers[0])
        try request.validate()
        let file = try await RenderJob.file(of: request, as: .raw)
        #expect(file.report.frames == 1)
        if case .progress(let done, _) = JobEvent<Int>.progress(done: numbers[0], total: 1) {
          #expect(done == numbers[0])
        }
      }
      await walk.doubles(0.1, 0, 0, 0.5) { numbers in
        var request = walk.request
        (request.duration, request.holdStart, request.holdEnd) = (numbers[0], numbers[1], numbers[2])
        request.frames = 0...0
        await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
        request.transition = TransitionChoice(Steady(duration: numbers[0]))
        request.duration = nil
        await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
        request = walk.request
        request.stillProgress = numbers[3]
        _ = try await RenderJob.file(of: request, as: .png).bytes
      }
      for curve in walk.curves {
        var request = walk.request
        request.transition = TransitionChoice(Steady(timing: curve))
        await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
        request.timing = curve
        await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
      }
      await walk.integers(0, 3) { numbers in
        var request = walk.request
        if numbers[0] <= numbers[1] { request.frames = numbers[0]...numbers[1] }
        await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
        for size: FrameSize in [
          .width(numbers[0]), .height(numbers[1]), .exact(ImageSize(width: 3, height: numbers[1])),
        ] {
          (request.output.size, request.frames) = (size, 0...0)
          await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
        }
      }
    }
    add(
      "DrawingOptions.background", "ColorDepth.init(rawValue:)", "OutputRequest.depth",
      "OutputRequest.frameRate", "OutputRequest.plays", "OutputRequest.quality",
      "DrawingOptions.threads", "VideoQuality.value(_:)", "OutputRequest.byteLimit",
      "RenderJob.run(onProgress:onNote:)",
      "RenderEvent.pictures(size:seconds:)"
    ) { walk in
      let workplace = try Workplace()
      await walk.integers(1, 1, 1 << 20) { numbers in
        var request = walk.request
        request.output.path = workplace.file("run.webp")
        (request.output.plays, request.drawing.threads) = (numbers[0], numbers[1])
        (request.output.byteLimit, request.output.overwrites) = (numbers[2], true)
        request.drawing.background = RGBAColor(red: 0, green: 0, blue: 0, alpha: 1)
        let report = try await RenderJob(request).run()
        #expect(
          RenderEvent.pictures(size: ImageSize(width: numbers[0], height: 1), seconds: 0)
            != .renderer(device: "", reason: ""))
        #expect(try JSONDecoder().decode(RenderReport.self, from: JSONEncoder().encode(report)) == report)
      }
      await walk.doubles(80) { quality in
        var request = walk.request
        (request.output.quality, request.duration) = (.value(quality[0]), 0.02)
        for format: OutputFormat in [.webp, .gif, .mp4] {
          await walk.call {
            request.output.path = "run.\(format.rawValue)"
            _ = try RenderJob(request)
          }
        }
        request.stillProgress = 0.5
        _ = try await RenderJob.file(of: request, as: .jpg).bytes
      }
      await walk.integers(25, 1) { parts in
        var request = walk.request
        request.output.frameRate = try FrameRate(parts[0], per: parts[1])
        request.output.depth = ColorDepth(rawValue: parts[1])
        for format: OutputFormat in [.raw, .apng, .webp, .y4m] {
          await walk.call { _ = try await RenderJob.file(of: request, as: format).bytes }
        }
      }
    }
    add(
      "FrameRenderer.init(size:drawing:)", "FrameRenderer.drawing", "FrameRenderer.frames(of:)",
      "FrameRenderer.bytes(_:as:output:isOpaque:frame:)", "FrameRenderer.draw(_:as:take:frame:)",
      "FrameRenderer.write(_:to:isOpaque:onProgress:frame:)"
    ) { walk in
      struct Enough: Error {}
      let workplace = try Workplace()
      await walk.integers(3, 2) { sides in
        var renderer = try FrameRenderer(size: ImageSize(width: sides[0], height: sides[1]))
        renderer.drawing.threads = sides[0]
        for try await frame in renderer.frames(of: [walk.pair.request(.snapshot(.from))]) {
          #expect(frame.size == walk.picture.size)
        }
      }
      let renderer = try FrameRenderer(size: walk.picture.size)
      await walk.integers(2) { count in
        for format: OutputFormat in [.raw, .apng, .webp, .pngSequence, .png] {
          do {
            _ = try await renderer.bytes(count[0], as: format) { index in
              if index > 4 { throw Enough() }
              return walk.pair.request(.snapshot(.from))
            }
          } catch is Enough {}
        }
      }
      await walk.integers(2) { count in
        for layout in FrameLayout.allCases {
          do {
            try await renderer.draw(count[0], as: layout) { index, bytes in
              #expect(!bytes.isEmpty)
              if index > 4 { throw Enough() }
            } frame: { _ in
              walk.pair.request(.snapshot(.from))
            }
          } catch is Enough {}
        }
      }
      await walk.integers(2) { count in
        do {
          try await renderer.write(count[0], to: OutputRequest(workplace.file("\(count[0])/"))) { index in
            if index > 4 { throw Enough() }
            return walk.pair.request(.snapshot(.from))
          }
        } catch is Enough {}
      }
    }
    add("TransitionChoice.look(_:name:_:)", "TransitionChoice.shader(_:name:_:)") { walk in
      let look = """
        {"parameters": {"much": {"default": 1}}, "recipe": {"mix": ["from", "to"], "amount": "p*much"}}
        """
      await walk.doubles(1) { numbers in
        for text in [look, "", "{}", look.replacing("much", with: "\(numbers[0])")] {
          var request = walk.request
          request.transition = .look(text, name: "own", ["much": .number(numbers[0])])
          request.frames = 0...0
          await walk.call { _ = try await RenderJob.file(of: request, as: .raw).bytes }
          request.transition = .shader(text, name: "own", ["much": .number(numbers[0])])
          await walk.call { try request.validate() }
        }
      }
    }
    add("Snapshot.encoded(as:output:drawing:)") { walk in
      await walk.integers(90) { quality in
        for format: OutputFormat in [.png, .jpg, .webp, .raw, .pngSequence, .gif] {
          var output = OutputRequest()
          output.quality = .value(Double(quality[0]))
          await walk.call { _ = try await walk.picture.encoded(as: format, output: output) }
        }
      }
    }
    add(
      "SnapshotPair.init(from:to:size:fit:)",
      "SnapshotPair.context", "SnapshotPair.size", "SnapshotPair.request(_:)",
      "SnapshotPair.bytes(of:as:output:drawing:)",
      "SnapshotPair.write(_:to:drawing:onProgress:)"
    ) { walk in
      await walk.integers(3, 2) { sides in
        let size = ImageSize(width: sides[0], height: sides[1])
        let pair = try SnapshotPair(from: walk.picture, to: walk.picture, size: size)
        #expect(pair.size == size && pair.context.containerSize == size)
        _ = try SnapshotPair(from: walk.picture, to: walk.picture, size: size, fit: .contain)
      }
      let small = try SnapshotPair(
        from: walk.picture, to: walk.picture, size: ImageSize(width: 1, height: 1)
      ).from
      await walk.call { _ = try SnapshotPair(from: small, to: walk.picture) }
      await walk.call { _ = try await walk.pair.bytes(of: [], as: .raw) }
      await walk.call { try await walk.pair.write([], to: "nowhere.raw") }
      await walk.call {
        _ = try await walk.pair.bytes(of: [walk.pair.request(.color(.black)).recipe], as: .png)
      }
      #expect(try walk.pair.pictures(of: [], over: .white).isEmpty)
    }
    add("Timeline.init(json:name:)") { walk in
      let numbers = ["0", "-1", "0.5", "1e300", "-1e300", "1e-320", "1e999", "\(Int.max)0", "null"]
      for number in numbers {
        for text in [
          #"{"duration": \#(number), "events": [{"at": 0, "do": "begin"}]}"#,
          #"{"events": [{"at": \#(number), "do": "begin"}]}"#,
          #"{"events": [{"at": 0, "do": "begin"}, {"at": 0.1, "do": "update", "fraction": \#(number)}]}"#,
          #"{"events": [{"at": 0, "do": "begin"}, {"at": 0.1, "do": "continue", "durationFactor": \#(number)}]}"#,
          #"{"events": [{"at": 0, "do": "drag", "samples": [{"at": 0, "x": 0}, {"at": \#(number), "x": \#(number)}]}]}"#,
          #"{"events": [{"at": 0, "do": "drag", "samples": [{"at": 0, "x": 0}], "width": \#(number), "velocity": \#(number), "completionSpeed": \#(number)}]}"#,
        ] {
          await walk.call {
            var request = walk.request
            request.timeline = try Timeline(json: Array(text.utf8), name: "timeline")
            request.frames = 0...0
            _ = try await RenderJob.file(of: request, as: .raw).bytes
          }
        }
      }
    }
  }
}
