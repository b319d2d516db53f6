import FoundationEssentials
import Glibc
import SegueFields
import SegueFilm
import SegueImaging
import SegueMath
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

extension FilmRequest {
  /// The film as an OpenTimelineIO timeline: the bytes of its file, and the parts of the film that are
  /// lost. Inputs are probed; nothing is rendered.
  /// - Parameter folder: the folder of the timeline's file, ending in a slash; empty for the current
  ///   folder. Media paths are relative to this folder.
  /// - Throws: `SegueError`, as ``FilmJob/plan()``.
  public func timeline(folder: String = "") async throws(SegueError) -> (json: [UInt8], losses: [Notice]) {
    do {
      return try FilmOTIO.export(await FilmPlan(self), folder: folder)
    } catch {
      throw SegueError(error)
    }
  }
}

/// Exports a film as an OpenTimelineIO timeline for editing programs.
///
/// The timeline has a video track at the film's rate and a track of the clips' sound. An overlap of N
/// frames becomes a cut in its middle. The outgoing clip ends N − ⌊N/2⌋ frames early, and the incoming clip
/// begins ⌊N/2⌋ frames late. These numbers are the transition's offsets. Values without an OpenTimelineIO
/// field are in `metadata.segue`.
///
/// **Source:** opentimelineio.readthedocs.io, "Timeline Structure" and the file format's specification.
package enum FilmOTIO {
  /// Writes the timeline of `plan` to the file at `path`.
  /// - Returns: the lost parts of the film.
  /// - Throws: `UsageError.outputIsInput`, `SystemError`. A previous file is then unchanged.
  package static func write(_ plan: FilmPlan, to path: String, overwrites: Bool) throws -> [Notice] {
    try OutputGuard.check([path], areNot: plan.request.inputFiles)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let export = try export(plan, folder: folder)
    try OutputFile(path: path, overwrite: overwrites).finish(export.json)
    return export.losses
  }

  /// The OTIO file of `plan`, with media paths relative to `folder`. `losses` names the parts of the
  /// film that OTIO cannot store.
  package static func export(
    _ plan: FilmPlan, folder: String
  ) throws -> (json: [UInt8], losses: [Notice]) {
    let isHeard = plan.clips.contains { $0.sound != nil }
    let tracks = (["Video"] + (isHeard ? ["Audio"] : [])).map { track($0, of: plan, folder) }
    let stack = item("Stack.1", name: "tracks", ["children": .list(tracks)])
    let film: [String: JSONValue] = [
      "size": .text(plan.size.description), "fps": .text(plan.rate.description),
      "fit": .text(plan.request.output.fit.rawValue), "color": .text(plan.color.encoding.rawValue),
    ]
    let timeline = object(
      "Timeline.1", name: "film", metadata: ["segue": .object(["film": .object(film)])],
      ["tracks": stack, "global_start_time": .null])
    let data = try JSONEncoder.sorted(isPretty: true).encode(timeline)
    return (Array(data) + [10], losses(of: plan))
  }

  /// A track of the clips' pictures, or of their sound, with a gap for a silent clip.
  private static func track(_ kind: String, of plan: FilmPlan, _ folder: String) -> JSONValue {
    let isSound = kind == "Audio"
    var children: [JSONValue] = []
    let clips = plan.inputs
    for clip in clips {
      let next = clips.junction(after: clip)
      let (before, after) = (clip.junction?.offsets, next?.offsets)
      let (earlier, later) = isSound ? (shift(clip.junction, plan), shift(next, plan)) : (0, 0)
      let speed = clip.speedMap?.speed.mean ?? 1
      // The first clip of a cycle begins before the film.
      let into = before?.into ?? max(0, -clip.frames.lowerBound)
      let start = (clip.start * plan.rate.ratio).value + (Double(into) + earlier) * speed
      let length = Double(clip.frames.count - into - (after?.out ?? 0)) - earlier + later
      let isHeard = !isSound || clip.sound != nil
      var values: [String: JSONValue] = [
        "source_range": range(isHeard ? start : 0, length, plan.rate),
        "effects": .list(isHeard ? effects(of: clip) : []),
      ]
      if isHeard { values["media_reference"] = reference(to: clip, plan, folder) }
      children.append(
        item(
          isHeard ? "Clip.1" : "Gap.1", name: isHeard ? clip.input.source.text : "",
          metadata: isSound ? [:] : metadata(of: clip, plan), values))
      if let next, let after, let prepared = next.transition.prepared {
        children.append(transition(next, after, prepared, isSound: isSound, plan))
      }
    }
    return item(
      "Track.1", name: kind, metadata: isSound ? ["segue": .object(["sound": .text("clips")])] : [:],
      ["kind": .text(kind), "children": .list(children)])
  }

  /// The transition of `junction`. On the sound track it is a dissolve.
  private static func transition(
    _ junction: ResolvedJunction, _ offsets: (into: Int, out: Int), _ prepared: PreparedTransition,
    isSound: Bool, _ plan: FilmPlan
  ) -> JSONValue {
    let own = junction.requested?.transition?.name ?? prepared.description.name
    let name = isSound ? "dissolve" : own
    var words: [String: JSONValue] = ["transition": .text(name)]
    if !isSound, !prepared.texts.isEmpty {
      words["params"] = .object(Dictionary(prepared.texts.map { ($0.name, .text($0.value)) }) { $1 })
    }
    if !isSound, let timing = junction.transition.timing { words["timing"] = .text("\(timing)") }
    return object(
      "Transition.1", name: name, metadata: ["segue": .object(words)],
      [
        "transition_type": .text(name == "dissolve" ? "SMPTE_Dissolve" : "Custom_Transition"),
        "in_offset": time(Double(offsets.into), plan.rate),
        "out_offset": time(Double(offsets.out), plan.rate),
      ])
  }

  /// The offset of the sound at `junction` in frames, positive if the sound is later than the pictures.
  private static func shift(_ junction: ResolvedJunction?, _ plan: FilmPlan) -> Double {
    (junction?.soundOffset ?? 0) * plan.rate.framesPerSecond
  }

  /// The lost parts of the film.
  package static func losses(of plan: FilmPlan) -> [Notice] {
    filmLosses(plan.request) + clipLosses(plan) + junctionLosses(plan)
  }

  /// The losses of the film and its layers: keys of the film file that OTIO cannot carry, and two options
  /// without a key.
  static func filmLosses(_ request: FilmRequest) -> [Notice] {
    let fields = FilmRequest.fields.changed(request) + FilmRequest.filmFields.changed(request)
    let losses = fields.filter { !$0.isCarried }.flatMap { field in
      (field.parts?(request) ?? ["the \(field.name)"]).map { omitted($0, field.name) }
    }
    return losses + (request.marksChapters ? [omitted("the chapters", "chapters")] : [])
      + (request.isMute ? [omitted("the muting of the clips", "mute")] : [])
  }

  /// The loss of `part`, which the value of `property` describes.
  private static func omitted(_ part: String, _ property: String?, of place: Place? = nil) -> Notice {
    Notice(.loss, at: place, of: property, "the timeline leaves out \(part)")
  }

  private static func clipLosses(_ plan: FilmPlan) -> [Notice] {
    var losses: [Notice] = []
    for clip in plan.inputs {
      let (input, name) = (clip.input, clip.input.source.text)
      let place = Place(plan.request.place(ofClip: clip.index))
      if clip.held.before + clip.held.after > 0 {
        losses.append(omitted("the held frames of \(name)", nil, of: place))
      }
      if clip.motion != .none, clip.motion != .auto {
        losses.append(omitted("the motion of \(name)", "motion", of: place))
      }
      let lost = FilmClip.fields.changed(input).filter { !$0.isCarried }
      losses += lost.map { omitted("“\($0.name)” of \(name)", $0.name, of: place) }
      switch input.source {
      case .bytes, .snapshot:
        losses.append(Notice(.loss, at: place, "\(name) has no file, so the timeline cannot refer to it"))
      case .file, .color: break
      }
      if case .video(let info, _, _, _) = clip.content, info.sequence != nil {
        let sentence = "the timeline refers to the picture sequence \(info.path) as one file"
        losses.append(Notice(.loss, at: place, sentence))
      }
      if let speedMap = clip.speedMap, speedMap.speed.constant == nil {
        let sentence = "the variable speed of \(name) becomes its mean in the timeline"
        losses.append(Notice(.loss, at: place, of: "speed", sentence))
      }
    }
    return losses
  }

  private static func junctionLosses(_ plan: FilmPlan) -> [Notice] {
    plan.inputs.flatMap { clip -> [Notice] in
      guard let junction = clip.junction else { return [] }
      let name = plan.clips[clip.index - 1].input.source.text
      let place = Place(junction.place)
      let hasFilters = junction.transition.prepared?.filters.isEmpty == false
      return (hasFilters ? [omitted("the filters after \(name)", "filters", of: place)] : [])
        + (junction.requested?.sound != nil
          ? [omitted("the sound's curve after \(name)", "sound", of: place)] : [])
        + (junction.transition.timeline != nil
          ? [omitted("the timeline after \(name)", "timeline", of: place)] : [])
    }
  }

  /// The time warp of a clip with a set speed.
  private static func effects(of clip: ResolvedClip) -> [JSONValue] {
    guard let speedMap = clip.speedMap else { return [] }
    return [
      object(
        "LinearTimeWarp.1",
        [
          "effect_name": .text("LinearTimeWarp"), "time_scalar": .number(speedMap.speed.mean),
          "enabled": .flag(true),
        ])
    ]
  }

  private static func metadata(of clip: ResolvedClip, _ plan: FilmPlan) -> [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    if let offset = clip.junction?.soundOffset, offset != 0 {
      words["sound"] = .text(offset.typed)
    }
    if case .picture = clip.content, clip.motion == .auto {
      words["motion"] = .text("auto")
    }
    words["fit"] = (clip.input.fit?.rawValue).map(JSONValue.text)
    return words.isEmpty ? [:] : ["segue": .object(words)]
  }

  private static func reference(to clip: ResolvedClip, _ plan: FilmPlan, _ folder: String) -> JSONValue {
    switch clip.input.source {
    case .color(let color):
      return object(
        "GeneratorReference.1",
        [
          "generator_kind": .text("SolidColor"),
          "parameters": .object(["color": .text(color.description)]), "available_range": .null,
        ])
    case .bytes, .snapshot:
      return object("MissingReference.1", name: clip.input.source.text, [:])
    case .file(let path):
      var available = JSONValue.null
      if case .video(_, let video, _, _) = clip.content, let duration = video.duration {
        available = range(0, Double(plan.rate.position(of: duration)), plan.rate)
      }
      return object(
        "ExternalReference.1",
        ["target_url": .text(relative(path, to: folder)), "available_range": available])
    }
  }

  /// A composition, a clip or a gap; without a range and effects unless `values` has them.
  private static func item(
    _ schema: String, name: String, metadata: [String: JSONValue] = [:], _ values: [String: JSONValue]
  ) -> JSONValue {
    let plain: [String: JSONValue] = [
      "effects": .list([]), "markers": .list([]), "enabled": .flag(true), "source_range": .null,
    ]
    return object(schema, name: name, metadata: metadata, plain.merging(values) { $1 })
  }

  private static func object(
    _ schema: String, name: String = "", metadata: [String: JSONValue] = [:], _ values: [String: JSONValue]
  ) -> JSONValue {
    .object(
      values.merging(["OTIO_SCHEMA": .text(schema), "name": .text(name), "metadata": .object(metadata)]) {
        $1
      })
  }

  private static func time(_ frames: Double, _ rate: FrameRate) -> JSONValue {
    .object([
      "OTIO_SCHEMA": .text("RationalTime.1"), "value": .number(frames), "rate": .number(rate.framesPerSecond),
    ])
  }

  private static func range(_ start: Double, _ length: Double, _ rate: FrameRate) -> JSONValue {
    .object([
      "OTIO_SCHEMA": .text("TimeRange.1"), "start_time": time(start, rate), "duration": time(length, rate),
    ])
  }

  /// `path` as a relative URL from `folder`.
  private static func relative(_ path: String, to folder: String) -> String {
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    }
    let (target, base) = (parts(path), parts(folder.isEmpty ? "." : folder))
    let shared = zip(target, base).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: base.count - shared) + target[shared...]
    return steps.map(encoded).joined(separator: "/")
  }

  /// A name percent-encoded as a segment of a URL's path.
  ///
  /// **Source:** RFC 3986, section 3.3.
  static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      let isPlain = byte > 0x20 && byte < 0x7f && !"\"#%/<>?[\\]^`{|}".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  /// Decodes percent-encoding; returns `path` unchanged if the result is not UTF-8.
  static func decoded(_ path: String) -> String {
    let bytes = Array(path.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = bytes[index...].dropFirst().prefix(2)
      if bytes[index] == UInt8(ascii: "%"), digits.count == 2,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? path
  }
}

extension ResolvedJunction {
  /// The frames of the overlap before and after the cut in its middle; `nil` for a cut.
  fileprivate var offsets: (into: Int, out: Int)? {
    frames.isEmpty ? nil : (frames.count / 2, frames.count - frames.count / 2)
  }
}
