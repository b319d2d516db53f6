import Foundation
import SegueFilms

// The code of the articles and the README. `SnippetTests` finds each of their lines here.

enum FirstVideo {
  /// The incoming picture comes down like a curtain, and the outgoing one goes dark behind it.
  struct Curtain: Transition {
    let duration = 0.8
    let timing = TimingCurve.easeInOut

    func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
      let dimmed = Recipe.mix(.snapshot(.from), .color(.black), amount: progress * 0.6)
      let fall = AffineMap.translation(x: 0, y: context.height * (progress - 1))
      let layers = [RecipeLayer(dimmed), RecipeLayer(.snapshot(.to), transform: fall)]
      return .stack(layers, background: .black)
    }
  }

  /// The outgoing picture fades to a colour, and the incoming one out of it.
  struct FadeThroughColor: Transition {
    let color: RGBAColor
    let duration = 0.8
    let timing = TimingCurve.easeInOut

    func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
      progress < 0.5
        ? .mix(.snapshot(.from), .color(color), amount: progress * 2)
        : .mix(.color(color), .snapshot(.to), amount: progress * 2 - 1)
    }
  }

  static func render() async throws {
    var request = RenderRequest(
      from: .file(path: "dusk.png"), to: .file(path: "night.png"), output: "curtain.mp4")
    request.transition = TransitionChoice(Curtain())
    request.output.size = .exact(ImageSize(width: 1280, height: 720))
    request.holdEnd = 1
    request.output.codec = .hevc
    let report = try await RenderJob(request).run { done, total in print(done, "of", total) }
    print(report.transition, report.renderer.device, report.warnings)
  }

  static func named(_ request: inout RenderRequest) throws {
    let curtain = TransitionDescription(
      name: "curtain", summary: "A curtain comes down.", source: "This program.",
      make: { _ in Curtain() })
    request.library = TransitionLibrary(try Catalogue.builtIn.adding(curtain))
    request.transition = "curtain"
  }

  static func catalogue(_ request: inout RenderRequest) async throws {
    let fade = TransitionDescription(
      name: "fade-through-color", summary: "A fade through one colour.", source: "This program.",
      parameters: [
        ParameterDescription(
          name: "color", type: .color, default: .color(.black), summary: "The colour in the middle.")
      ],
      make: { FadeThroughColor(color: $0.color("color")) })
    request.library = TransitionLibrary(try Catalogue.builtIn.adding(fade))
    request.transition = .named("fade-through-color", ["color": "#102040"])
    request.output.path = "fade.webp"
    request.output.codec = nil  // a WebP has none
    try await RenderJob(request).run()
  }
}

enum Server {
  static func video(from first: [UInt8], to second: [UInt8]) async throws -> [UInt8] {
    var request = RenderRequest(from: .bytes(first, name: "first"), to: .bytes(second, name: "second"))
    request.transition = .named("slide", ["rows": 6])
    request.output.size = .width(640)
    request.drawing.limits = DecodingLimits(maximumPixels: 50_000_000, maximumFileBytes: 20 << 20)
    return try await RenderJob.file(of: request, as: .mp4).bytes
  }

  static func tryIt() async throws {
    let first = try Data(contentsOf: URL(filePath: "dusk.png"))
    let second = try Data(contentsOf: URL(filePath: "night.png"))
    let slide = try await video(from: [UInt8](first), to: [UInt8](second))
    try Data(slide).write(to: URL(filePath: "slide.mp4"))
  }

  static func thumbnails(of pixels: [[UInt8]], width: Int, height: Int) async throws -> [[UInt8]] {
    let pictures = try pixels.map {
      try Snapshot(width: width, height: height, bgra: $0, isPremultiplied: true)
    }
    let renderer = try FrameRenderer(size: ImageSize(width: width, height: height))
    let requests = zip(pictures, pictures.dropFirst()).map { first, second in
      FrameRequest(.mix(.snapshot(.from), .snapshot(.to), amount: 0.5), outgoing: first, incoming: second)
    }
    var thumbnails: [[UInt8]] = []
    for try await frame in renderer.frames(of: requests) { thumbnails.append(frame.rgba) }
    return thumbnails
  }
}

enum Finger {
  static func drag(_ translations: [Double], on pair: SnapshotPair, width: Double) async throws -> [UInt8] {
    let transition = try Catalogue.builtIn.transition("slide")
    let run = try TransitionCoordinator(transition, in: pair.context)
    run.startInteractiveTransition()  // pressed
    var drag = try DragRecognizer(width: width, startFraction: run.percentComplete)
    var recipes: [Recipe] = []
    var time = 0.0
    for translation in translations {  // moved
      try drag.add(DragSample(time: time, translation: translation))
      run.advance(to: time)
      try run.updateInteractiveTransition(drag.fraction)
      recipes.append(run.recipe)
      time += 1.0 / 60
    }
    try run.endInteractiveTransition(drag.release(at: time))  // lifted
    while !run.isComplete {
      run.advance(to: time)
      recipes.append(run.recipe)
      time += 1.0 / 60
    }
    return try await pair.bytes(of: recipes, as: .webp)
  }

  static func tryIt() async throws {
    let pair = try await SnapshotPair(
      from: "dusk.png", to: "night.png", size: ImageSize(width: 640, height: 360))
    let translations = (0...15).map { Double($0) * 16 }
    let webp = try await drag(translations, on: pair, width: 640)
    try Data(webp).write(to: URL(filePath: "drag.webp"))
  }
}

/// A service that makes films of uploaded files.
actor FilmService {
  /// A job of the service, as its users see it.
  enum State: Sendable {
    case working(Double)
    case done(FilmReport)
    case failed(status: Int, sentence: String)
  }

  private let folder: String
  private let pool: RenderPool
  private var tasks: [String: Task<Void, Never>] = [:]
  private(set) var states: [String: State] = [:]

  init(folder: String) throws {
    self.folder = folder
    pool = try RenderPool(jobs: 4, memory: 2 << 30)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Starts a film, which is written to `folder/ID.mp4`.
  func begin(_ id: String, uploads: [(name: String, bytes: [UInt8])], music: [UInt8]?) {
    var request = FilmRequest(
      items: uploads.map { FilmItem(FilmClip(.bytes($0.bytes, name: $0.name))) },
      output: OutputRequest("\(folder)/\(id).mp4"))
    request.output.size = .exact(ImageSize(width: 1280, height: 720))
    request.music = music.map { [FilmMusic(.bytes($0, name: "music"))] } ?? []
    request.shortens = true
    request.drawing.pool = pool
    request.drawing.timeLimit = .seconds(600)
    request.drawing.limits = DecodingLimits(maximumPixels: 50_000_000, maximumFileBytes: 200 << 20)
    states[id] = .working(0)
    tasks[id] = Task { [request] in await run(id, request) }
  }

  /// Cancels a film and removes its unfinished file.
  func cancel(_ id: String) { tasks[id]?.cancel() }

  /// Waits until a film is done or has failed.
  func wait(for id: String) async { await tasks[id]?.value }

  private func run(_ id: String, _ request: FilmRequest) async {
    do {
      for try await event in try FilmJob(request).events {
        switch event {
        case .progress(let done, let total): states[id] = .working(Double(done) / Double(total))
        case .note: break
        case .finished(let report): states[id] = .done(report)
        }
      }
    } catch {
      let status = (error as? SegueError).map(Self.status) ?? 500
      states[id] = .failed(status: status, sentence: error.localizedDescription)
    }
  }

  /// The HTTP status of an error.
  private static func status(of error: SegueError) -> Int {
    switch error.code {
    case .invalidValue, .unknownName, .conflict: 400
    case .unreadable, .invalidData: 422
    case .outputExists: 409
    case .timedOut: 504
    case .cancelled: 499
    default: 500
    }
  }
}

enum OneFilm {
  static func tryIt() async throws {
    let names = ["dusk.png", "night.png"]
    let uploads = try names.map { (name: $0, bytes: [UInt8](try Data(contentsOf: URL(filePath: $0)))) }
    let service = try FilmService(folder: "films")
    await service.begin("first", uploads: uploads, music: nil)
    await service.wait(for: "first")
    print(await service.states)
  }
}
