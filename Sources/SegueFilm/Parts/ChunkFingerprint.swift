import SegueMedia
import SegueRun
import SegueSystem

/// The fingerprints of a film's chunks, in lines. Chunks with equal fingerprints are equal. Positions are
/// relative to the chunk's first frame, so that a chunk stays valid when it moves within the film.
struct ChunkFingerprint {
  private let film: ResolvedFilm
  /// The lines shared by all chunks of the film.
  private let common: [String]
  private let hashes = ContentHashes()

  /// The version of the chunk format. A change invalidates all chunks.
  private static let layout = "chunk 2"

  /// The fingerprints of the chunks of `film`, or of its encoded frames between copied frames within
  /// `constraints`.
  /// - Throws: `SystemError`, `UsageError`.
  init(_ film: FilmBuilder, _ chunks: FilmChunks, _ constraints: StreamConstraints?) throws {
    let versions = [
      Self.layout, "segue \(chunks.version)", try film.plan.request.output.encoder.version(),
    ]
    let command = try film.makeSink(constraints, at: "-").command ?? []
    self.init(film.film, versions, encoder: command)
  }

  /// - Parameter encoder: the encoder and its arguments, without the output.
  init(_ film: ResolvedFilm, _ versions: [String], encoder: [String]) {
    self.film = film
    let plan = film.plan
    common =
      versions + [
        "encoder \(encoder.joined(separator: " "))", "frames \(plan.size) \(plan.rate)",
        "background \(plan.format.backdrop.color) strict \(plan.request.isStrict)",
      ]
      + (plan.device.map { ["device \($0.size) \(plan.request.backgrounds) \($0.device.settings)"] } ?? [])
  }

  var plan: FilmPlan { film.plan }

  /// The fingerprint of the chunk of `frames`.
  /// - Throws: `SystemError.unreadable`.
  func lines(_ frames: Range<Int>) throws -> [String] {
    var lines = common + ["count \(frames.count)"]
    for leg in plan.timeline.legs(frames) {
      if leg.isBackwards { lines.append("backwards") }
      lines += try clips(in: leg.frames) + transitions(in: leg.frames) + filters(in: leg.frames)
      lines += try film.layers.filter { $0.span.overlaps(leg.frames) }
        .compactMap { try $0.fingerprint(of: leg.frames, self) }
    }
    return lines
  }

  /// The position of `range` relative to the first of `frames`.
  func place(_ range: Range<Int>, in frames: Range<Int>) -> String {
    "\(range.lowerBound - frames.lowerBound)..<\(range.upperBound - frames.lowerBound)"
  }

  private func clips(in frames: Range<Int>) throws -> [String] {
    try plan.clips.filter { $0.frames.overlaps(frames) }.map { clip in
      let filters = text(clip.input.filter, clip.filters)
      let content = "\(try content(of: clip, in: frames)) \(clip.fit.rawValue)"
      return "clip \(place(clip.frames, in: frames)) \(content)\(filters)"
    }
  }

  private func transitions(in frames: Range<Int>) throws -> [String] {
    let junctions = plan.clips.compactMap(\.junction).map { ("junction", $0) }
    let ends = [("opening", plan.opening), ("closing", plan.closing)]
    return try (junctions + ends).filter { $1.frames.overlaps(frames) }.compactMap { name, junction in
      guard let requested = junction.requested else { return nil }
      let look = try transition(junction.transition, requested)
      return "\(name) \(place(junction.frames, in: frames)) \(look)"
    }
  }

  private func filters(in frames: Range<Int>) -> [String] {
    if plan.filters.isEmpty { return [] }
    let place =
      film.filters?.isConstant != false ? "" : " \(frames.lowerBound) of \(plan.timeline.forwardCount)"
    return ["frames\(text(plan.request.filter, plan.filters))\(place)"]
  }

  /// The fingerprint of a layer's path, and of its transitions in `frames`.
  /// - Parameter stagger: the longest delay of a letter after its title, in frames; 0 for other layers.
  func motion(of layer: LayerMotion, in frames: Range<Int>, stagger: Int = 0) throws -> String {
    let near = frames.lowerBound - stagger..<frames.upperBound + stagger
    let ends = try [("enter", layer.plan.enter), ("exit", layer.plan.exit)].compactMap { name, end in
      try end.flatMap { $0.frames.overlaps(near) ? $0 : nil }
        .map { " \(name) \($0.frames.count) \(try transition($0.junction, $0.requested))" }
    }
    return ends.joined() + (layer.box == nil ? "" : " within its box")
      + (layer.path?.fingerprint(from: frames.lowerBound) ?? "")
  }

  /// The fingerprint of a filter chain: its text, and the hashes of its files.
  func text(_ chain: String?, _ filters: RequestFilters) -> String {
    guard let chain else { return "" }
    let contents = filters.paths.compactMap(known)
    return " filter \(chain) " + contents.joined(separator: " ")
  }

  private func content(of clip: ResolvedClip, in frames: Range<Int>) throws -> String {
    switch clip.content {
    case .color(let color): return "\(color)"
    case .picture(let path, let kept, let number):
      let turn = clip.motion == .auto ? number % 2 : 0
      let fit = clip.input.fit.map { " fit \($0.rawValue)" } ?? ""
      let crop = clip.input.crop ?? .whole
      let framing =
        clip.input.framing.isWhole ? "" : " \(clip.input.rotation ?? 0) \(Fingerprint.text(of: crop))"
      let content = try kept?.contentKey ?? hash(path)
      return "picture \(content) \(Fingerprint.text(of: clip.motion)) \(turn)\(fit)\(framing)"
    case .video(let info, _, _, _):
      guard let part = plan.part(of: clip, in: frames) else { return "none" }
      let words = part.decoding.arguments.map { $0 == "file:\(info.path)" ? "-" : $0 }
      let picks =
        part.picks.map { " picks " + $0.map { "\($0.index):\($0.share)" }.joined(separator: " ") } ?? ""
      let content = try part.files.map { try hash($0) }.joined(separator: " ")
      return "video \(content) \(part.skipped) \(words.joined(separator: " "))\(picks)"
    }
  }

  private func transition(_ junction: FilmPlan.Junction, _ requested: FilmJunction) throws -> String {
    guard let prepared = junction.prepared else { return "cut" }
    let values = prepared.values
    let parameters = prepared.description.parameters.map { parameter in
      "\(parameter.name)=\(values[parameter.name].map { "\($0)" } ?? "")"
    }
    let files =
      values.texturePaths.sorted { $0.key < $1.key }.map(\.value) + prepared.match.files
      + prepared.filters.paths
    let contents = files.compactMap(known)
    let timeline = try requested.timeline.map { try $0.memoryKey ?? hash($0.name) }
    let own = (
      requested.transition?.own, timeline, requested.timing, requested.filters ?? FilterTexts()
    )
    return
      ([prepared.description.name, requested.transition?.text ?? ""] + parameters
      + [Fingerprint.text(of: own)] + contents).joined(separator: " ")
  }

  /// The hash of the file `name`, in memory or on disk.
  private func known(_ name: String) -> String? {
    plan.request.library.files[name].map { ContentHash($0).hash } ?? hashes.content(of: name)?.hash
  }

  /// The hash of the file at `path`.
  /// - Throws: `SystemError.unreadable`.
  func hash(_ path: String) throws -> String {
    guard let content = hashes.content(of: path) else {
      throw SystemError.unreadable(path: path, reason: "it no longer exists")
    }
    return content.hash
  }
}
