import SegueFilms

enum Articles {
  static func overview() async throws {
    var request = RenderRequest(
      from: .file(path: "dusk.png"), to: .file(path: "night.png"), output: "out.mp4")
    request.transition = .named("slide", ["rows": 12])
    request.duration = 2
    let report = try await RenderJob(request).run { done, total in print(done, "of", total) }
    print(report.renderer.device, report.renderer.reason)
  }

  static func animators() throws {
    let animator = try TransitionAnimator(duration: 0.6, timing: .easeInOut) { progress in print(progress) }
    try animator.startAnimation()
    animator.advance(to: 0.2)
    try animator.pauseAnimation()
    animator.fractionComplete = 0.4
    try animator.continueAnimation(with: .spring(dampingRatio: 0.8), durationFactor: 0.5)
    animator.advance(to: 1)
  }

  /// The article's drag: its projected fraction, and whether it finishes.
  static func interaction(_ transition: any Transition, _ pair: SnapshotPair) throws -> DragRelease {
    let run = try TransitionCoordinator(transition, in: pair.context)
    run.startInteractiveTransition()  // pressed
    var drag = try DragRecognizer(width: 640, startFraction: run.percentComplete)
    try drag.add(DragSample(time: 0, translation: 0))
    try drag.add(DragSample(time: 0.016, translation: 24))  // moved
    try run.updateInteractiveTransition(drag.fraction)
    let release = drag.release(at: 0.02)  // lifted: 2.3 widths per second
    print(release.projectedFraction, release.finishes)  // 1.209 true
    try run.endInteractiveTransition(release)
    run.advance(to: 0.1)
    print(run.progress, run.recipe)
    return release
  }

  static func timeline(_ request: inout RenderRequest) {
    let drag = Drag(samples: [DragSample(time: 0, translation: 0), DragSample(time: 0.2, translation: 0.4)])
    request.timeline = Timeline(duration: 0.6, events: [TimelineEvent(at: 0.1, .drag(drag))])
  }

  static func pixellate(_ p: Double) -> Recipe {
    Recipe.mix(
      .pixellate(.snapshot(.from), width: 0.1 * p),
      .pixellate(.snapshot(.to), width: 0.1 * (1 - p)),
      amount: p)
  }

  static func shared() -> Recipe {
    let soft = Recipe.snapshot(.from).gaussianBlurred(sigma: 12)
    let recipe = Recipe.mix(soft, .mix(soft, .snapshot(.to), amount: 0.5), amount: 0.3)
    return recipe
  }

  static func chained(_ progress: Double, _ context: TransitionContext) throws -> Recipe {
    let chain = try FilterChain("blur(0.03*p) exposure(2*p)")
    let recipe = chain.recipe(of: .snapshot(.from), at: progress, size: context.containerSize)
    return recipe
  }

  static func typed() throws -> FilterChain {
    let same = try FilterChain(
      Filter.chain(.named("blur", ["radius": "0.03*p"]), .named("exposure", ["stops": "2*p"])))
    return same
  }

  static func stills(of pictures: [String]) async throws -> [Batch.Outcome] {
    var batch = Batch([], journal: "stills.journal", resumes: true)
    for (from, to) in zip(pictures, pictures.dropFirst()) {
      var still = RenderRequest(from: .file(path: from), to: .file(path: to), output: "\(to).still.webp")
      still.stillProgress = 0.5
      still.transition = "iris"
      batch.jobs.append(.render(still, key: to))
    }
    return try await batch.run { outcome in print(outcome.key, outcome.result) }
  }

  /// The incoming picture fades in from black.
  struct DipToBlack: Transition {
    var duration: Double { 0.8 }
    var timing: TimingCurve { .easeInOut }

    func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
      progress < 0.5
        ? .mix(.snapshot(.from), .color(.black), amount: progress * 2)
        : .mix(.color(.black), .snapshot(.to), amount: progress * 2 - 1)
    }
  }
}
