import Foundation
import SegueFilms
import TestSupport
import Testing

extension PublicValues {
  /// A film of two uniform clips of two frames with a dissolve and a title, of 16×16 pixels at 10
  /// frames/s.
  static func film(_ folder: String) throws -> FilmRequest {
    var film = FilmRequest(
      items: [
        FilmItem(FilmClip(.color(.white))),
        FilmItem(
          FilmClip(.color(.black)), into: FilmJunction(transition: "dissolve", duration: .frames(1))),
      ],
      output: OutputRequest(folder + "/film.raw"))
    film.output.frameRate = try FrameRate(10)
    film.pictureDuration = 0.2
    film.titles = [FilmTitle("a")]
    film.output.size = .exact(ImageSize(width: 16, height: 16))
    film.output.format = .raw
    film.drawing.backend = .cpu
    film.output.overwrites = true
    return film
  }

  /// Makes the film with one change.
  static func make(_ change: (inout FilmRequest) throws -> Void) async throws {
    let place = try Workplace()
    var film = try film(place.path)
    try change(&film)
    try film.validate()
    let report = try await FilmJob(film).run()
    #expect(report.film.frames > 0 && report.renderer != nil)
  }

  private static let positions: [@Sendable (inout FilmRequest, FilmClip.Position) -> Void] = [
    { $0.items[0].clip.duration = $1 }, { $0.items[0].clip.end = $1 },
    { $0.items[0].clip.freeze = FilmClip.Freeze(at: $1, for: $1) },
    { $0.titles[0].enter = FilmJunction(transition: "push", duration: $1) },
    { $0.titles[0].exit = FilmJunction(transition: "push", duration: $1) },
    { ($0.items[0].clip.start, $0.items[0].clip.end) = ($1, .frames(4)) },
    { $0.items[1].junction?.duration = $1 }, { $0.titles[0].start = $1 }, { $0.titles[0].end = $1 },
    { film, position in
      film.items[0].clip.titles = film.titles
      film.items[0].clip.titles[0].start = position
    },
    { ($0.items[1].junction, $0.opening) = (.cut, FilmJunction(transition: "dissolve", duration: $1)) },
    { $0.stillTime = $1 },
    { film, position in
      var music = FilmMusic(path: "/nowhere/music.wav")
      (music.start, music.end) = (position, position)
      film.music = [music]
    },
    { ($0.items[1].junction, $0.closing) = (.cut, FilmJunction(transition: "dissolve", duration: $1)) },
  ]

  mutating func addFilms() {
    addServices()
    addMemory()
    add(
      "FilmClip.Position.seconds(_:)", "FilmClip.Position.frames(_:)", "FilmClip.Freeze.init(at:for:)",
      "FilmClip.init(_:start:end:duration:motion:fit:rotation:crop:speed:frameRate:isReversed:"
        + "isBoomerang:freeze:slowMotion:filter:volume:titles:captions:track:subtitles:over:chapter:)",
      "FilmRequest.closing", "FilmRequest.stillTime"
    ) { walk in
      for set in Self.positions {
        await walk.doubles(0.2) { numbers in try await Self.make { set(&$0, .seconds(numbers[0])) } }
        await walk.integers(2) { numbers in try await Self.make { set(&$0, .frames(numbers[0])) } }
      }
    }
    add(
      "FilmRequest.loudness", "FilmRequest.music", "FilmRequest.voices"
    ) { walk in
      await walk.doubles(0, 0, 0, 0, -14, 1, 0) { numbers in
        try await Self.make { film in
          film.items[0].clip.volume = numbers[0]
          var music = FilmMusic(path: "/nowhere/music.wav")
          (music.volume, music.duck, music.fadeOut) = (numbers[1], numbers[2], numbers[3])
          music.sourceStart = numbers[5]
          film.items[1].junction?.soundOffset = numbers[6]
          film.music = [music]
          film.voices = [music]
          film.loudness = numbers[4]
        }
      }
    }
    add("FilmRequest.frames") { walk in
      await walk.doubles(0.2, 0.2, 0.6, 0.6) { numbers in
        let part = PictureMotion.Part(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        try await Self.make { $0.items[1].clip.crop = part }
        try await Self.make { $0.items[0].clip.speed = "\(numbers[2])" }
      }
      await walk.integers(90) { numbers in
        try await Self.make { ($0.items[1].clip.rotation, $0.items[1].clip.fit) = (numbers[0], .contain) }
        try await Self.make { $0.items[0].clip.frameRate = try FrameRate(numbers[0]) }
      }
      await walk.integers(0) { numbers in try await Self.make { $0.frames = numbers[0]...max(numbers[0], 1) }
      }
    }
    add(
      "FilmTitle.init(_:timing:place:size:font:color:outline:shadow:box:pieces:stagger:shrinks:isMarkup:x:y:"
        + "anchor:)", "LayerTiming.init(start:end:fade:enter:exit:within:keyframes:turnsAlongPath:)",
      "FilmTitle.picture(in:onWarning:)", "FilmRequest.titles"
    ) { walk in
      await walk.integers(30, 20) { sides in
        _ = try FilmTitle("A").picture(in: ImageSize(width: sides[0], height: sides[1]))
      }
      await walk.doubles(0.1) { numbers in
        var title = FilmTitle("A")
        title.size = numbers[0]
        _ = try title.picture(in: walk.picture.size)
      }
      await walk.doubles(0.1, 0.1, 0.5, 0.5) { numbers in
        try await Self.make { film in
          (film.titles[0].size, film.titles[0].fade) = (numbers[0], numbers[1])
          (film.titles[0].x, film.titles[0].y, film.titles[0].anchor) = (numbers[2], numbers[3], .top)
          (film.titles[0].place, film.titles[0].color) = (.topRight, .black)
          (film.titles[0].outline, film.titles[0].shadow, film.titles[0].box) = (.white, .black, .white)
        }
      }
      await walk.call { try await Self.make { $0.titles = Array(repeating: $0.titles[0], count: 1001) } }
    }
    add(
      "LayerKeyframe.init(at:x:y:place:scale:rotation:opacity:timing:)", "FilmTitle.Stagger.each(_:)",
      "FilmTitle.Stagger.all(_:_:)", "PictureMotion.keyframes(_:)",
      "PictureMotion.Keyframe.init(at:part:timing:)"
    ) { walk in
      await walk.doubles(0.1, 0.5, 0.5, 2, 90, 0.5, 0.05) { numbers in
        try await Self.make { film in
          var keyframe = LayerKeyframe(at: .seconds(numbers[0]))
          (keyframe.x, keyframe.y, keyframe.scale) = (numbers[1], numbers[2], numbers[3])
          (keyframe.rotation, keyframe.opacity) = (numbers[4], numbers[5])
          keyframe.timing = .spring(mass: 1, stiffness: 100, damping: 2)
          (film.titles[0].keyframes, film.titles[0].turnsAlongPath) = (
            [LayerKeyframe(at: .seconds(0.02)), keyframe, LayerKeyframe(at: .seconds(0.3))], true
          )
          (film.titles[0].keyframes[0].x, film.titles[0].keyframes[2].place) = (0.1, .right)
          (film.titles[0].pieces, film.titles[0].within) = (.letter, .box)
          film.titles[0].stagger = numbers[6] > 0.04 ? .each(numbers[6]) : .all(numbers[6], .easeOut)
          film.titles[0].enter = FilmJunction(transition: "push", duration: .frames(1))
        }
      }
      await walk.doubles(0.1, 0, 0, 0.5, 0.5) { numbers in
        let part = PictureMotion.Part(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4])
        try await Self.make { film in
          film.items[0].clip = FilmClip(.snapshot(walk.picture))
          film.items[0].clip.motion = .keyframes([
            .init(at: .frames(0), part: .whole), .init(at: .seconds(numbers[0]), part: part),
          ])
        }
      }
      await walk.integers(2) { numbers in
        try await Self.make { film in
          film.titles[0].keyframes = [LayerKeyframe(at: .frames(numbers[0]))]
          film.titles[0].keyframes[0].rotation = 10
        }
      }
    }
    add(
      "FilmOverlay.init(_:timing:place:size:margin:opacity:volume:x:y:anchor:height:shape:border:shadow:"
        + "sourceStart:sourceEnd:speed:loops:filter:blend:crop:track:)",
      "FilmRequest.overlays", "OverlayShape.rounded(_:)", "OverlayBorder.init(width:color:)",
      "FilmGradient.init(_:degrees:)", "FilmOverlay.Source.color(_:)", "FilmOverlay.Source.gradient(_:)"
    ) { walk in
      await walk.doubles(0.5, 0.5, 0.5, 0.1, 0.1, 30) { numbers in
        try await Self.make { film in
          var overlay = FilmOverlay(.gradient(FilmGradient([.white, .black], degrees: numbers[5])))
          (overlay.x, overlay.y, overlay.height) = (numbers[0], numbers[1], numbers[2])
          (overlay.shape, overlay.border) = (.rounded(numbers[3]), OverlayBorder(width: numbers[4]))
          overlay.crop = PictureMotion.Part(x: 0, y: 0, width: 1, height: numbers[2])
          (overlay.sourceStart, overlay.sourceEnd) = (.seconds(numbers[0]), .seconds(numbers[2]))
          film.overlays = [overlay]
        }
      }
      await walk.integers(2) { numbers in
        try await Self.make { film in
          let colors = Array(repeating: RGBAColor.white, count: min(max(0, numbers[0]), 20))
          var overlays = [FilmOverlay(.gradient(FilmGradient(colors))), FilmOverlay(.color(.black))]
          (overlays[1].anchor, overlays[1].shadow) = (.top, .black)
          overlays[1].border = OverlayBorder(width: 0.1)
          overlays[1].border?.color = .transparent
          #expect(overlays.allSatisfy { $0.path == nil } && overlays[1].source == .color(.black))
          film.overlays = overlays
        }
      }
      await walk.doubles(0.1, 0.1, 1, 0, 1, 0.1, 0) { numbers in
        try await Self.make { film in
          var overlay = FilmOverlay(path: "/nowhere/logo.png")
          (overlay.size, overlay.margin, overlay.opacity) = (numbers[0], numbers[1], numbers[2])
          (overlay.start, overlay.end) = (.seconds(numbers[3]), .seconds(numbers[4]))
          (overlay.fade, overlay.volume, overlay.place) = (numbers[5], numbers[6], .left)
          film.overlays = [overlay]
        }
      }
      await walk.call {
        try await Self.make { $0.overlays = Array(repeating: FilmOverlay(path: "a"), count: 1001) }
      }
    }
    add(
      "FilmRequest.captions"
    ) { walk in
      let place = try Workplace()
      try place.write("1\n00:00:00,000 --> 00:00:00,200\na b\n", to: "a.srt")
      var captions = FilmCaptions(path: place.file("a.srt"), style: .loud)
      (captions.said, captions.box, captions.mark, captions.place) = (.white, .black, .white, .top)
      await walk.doubles(0.1, 1.2, 0.1, 0.5) { [captions] numbers in
        var captions = captions
        (captions.size, captions.scale) = (numbers[0], numbers[1])
        (captions.margin, captions.pause) = (numbers[2], numbers[3])
        try await Self.make { [captions] in $0.captions = captions }
      }
      await walk.doubles(0.1, 0.1) { [captions] numbers in
        var captions = captions
        captions.enter = FilmJunction(transition: "push", duration: .seconds(numbers[0]))
        captions.exit = FilmJunction(transition: "dissolve", duration: .seconds(numbers[1]))
        try await Self.make { [captions] in $0.captions = captions }
      }
      await walk.integers(10, 2) { [captions] numbers in
        var captions = captions
        (captions.letters, captions.lines) = (numbers[0], numbers[1])
        try await Self.make { [captions] in $0.items[0].clip.captions = captions }
      }
    }
    add(
      "FilmProgress.init(edge:height:color:background:scope:)", "FilmRequest.progress"
    ) { walk in
      await walk.doubles(0.01) { numbers in
        try await Self.make { film in
          var progress = FilmProgress()
          progress.edge = .top
          progress.height = numbers[0]
          progress.color = .white
          progress.background = .black
          progress.scope = .clips
          film.progress = progress
        }
      }
    }
    add(
      "FilmDevice.init(_:background:gradientEnd:margin:shadow:bezel:ratio:)", "FilmRequest.device",
      "FilmDevice.Ratio.init(width:height:)", "FilmDevice.Ratio.description"
    ) { walk in
      await walk.doubles(0.1, 0.3, 9, 19.5) { numbers in
        try await Self.make { film in
          var device = FilmDevice(.browser)
          device.kind = .iphone
          device.background = .black
          device.gradientEnd = .white
          device.margin = numbers[0]
          device.shadow = numbers[1]
          device.bezel = .white
          device.ratio = .init(width: numbers[2], height: numbers[3])
          #expect(device.ratio?.description.isEmpty == false)
          film.device = device
        }
      }
    }
    add(
      "FilmRequest.pictureDuration", "FilmRequest.pictureHold", "FilmRequest.output", "FilmRequest.drawing",
      "FilmRequest.defaults",
      "FilmRequest.library", "FilmJob.events", "FilmJob.file(of:as:onProgress:onNote:)",
      "FilmJob.init(_:)", "FilmJob.run(onProgress:onNote:)", "FilmJob.plan()"
    ) { walk in
      await walk.doubles(0.2, 0.1) { numbers in
        try await Self.make { film in
          film.pictureDuration = numbers[0]
          film.defaults.duration = .seconds(numbers[1])
        }
      }
      await walk.doubles(0.2) { numbers in try await Self.make { $0.pictureHold = numbers[0] } }
      await walk.integers(16, 16, 10) { numbers in
        try await Self.make { film in
          film.output.size = .exact(ImageSize(width: numbers[0], height: numbers[1]))
          film.output.frameRate = try FrameRate(numbers[2])
        }
      }
    }
    add(
      "FilmRequest.init(items:output:)", "FilmRequest.items", "FilmItem.init(_:into:)",
      "FilmItem.clip", "FilmItem.junction",
      "FilmClip.Source.color(_:)", "FilmClip.Source.bytes(_:name:)", "FilmClip.Source.snapshot(_:)",
      "FilmJunction.init(transition:duration:isCut:timing:filters:sound:soundOffset:overlap:timeline:)"
    ) { walk in
      for count in 0...3 {
        await walk.call {
          let item = FilmItem(FilmClip(.color(.white)))
          try await Self.make { $0.items = Array(repeating: item, count: count) }
        }
      }
      for source: FilmClip.Source in [
        .snapshot(walk.picture), .bytes([], name: "a"), .bytes([137], name: "a"),
      ] {
        await walk.call {
          try await Self.make { $0.items = [FilmItem(FilmClip(source), into: .cut)] }
        }
        await walk.call { try await Self.make { $0.items[0].clip.over = source } }
      }
      await walk.call {
        var film = try Self.film("/nowhere")
        film.output.path = ""
        for try await event in try FilmJob(film).events {
          if case .finished(let report) = event { #expect(report.film.frames > 0) }
        }
        #expect(try await FilmJob.file(of: film, as: .raw).bytes.count == (3 * 16 * 16 * 4 as Int))
      }
      await walk.call {
        try await Self.make { film in
          film.items[1].clip.source = .color(RGBAColor(red: 0, green: 255, blue: 0, alpha: 0))
          film.items[1].junction?.transition = "slide"
        }
      }
    }
    add(
      "PictureMotion.Part.init(x:y:width:height:)", "PictureMotion.path(from:to:timing:)",
      "FilmRequest.motion"
    ) { walk in
      await walk.doubles(0.2, 0.2, 0.6, 0.6) { numbers in
        let part = PictureMotion.Part(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        try await Self.make { $0.motion = .path(from: .whole, to: part, timing: .easeIn) }
        try await Self.make { $0.items[1].clip.motion = .path(from: part, to: .whole, timing: .linear) }
      }
      await walk.integers(3) { numbers in
        try await Self.make { $0.motion = .path(from: .whole, to: .whole, timing: .steps(numbers[0])) }
        try await Self.make { $0.items[1].junction?.timing = .steps(numbers[0]) }
      }
    }
  }
}
