import SegueFields
import SegueMedia
import SegueSystem

/// A default that the user set for all junctions or pictures of a film.
package enum FilmDefault: Sendable, Hashable, CaseIterable {
  case transition, parameters, duration, timing, fromFilter, toFilter
  case pictureDuration, motion
  case overlap, shortening
}

// Notices about settings without effect.

extension InputNotices {
  /// The notes about defaults that no junction or picture uses.
  var unusedDefaults: [Notice] {
    FilmDefault.allCases.compactMap { value in
      guard let name = request.requested[value], !isUsed(value) else { return nil }
      let reason =
        ![.pictureDuration, .motion].contains(value)
        ? request.items.count < 2 ? "there is one input, so no transition" : "no transition uses it"
        : clips.lazy.compactMap(\.content.framesSentence).first
          ?? "no \(value == .motion ? "picture" : "picture or colour") uses it"
      return Notice(.note, at: Place("defaults"), of: "\(value)", "\(name) has no effect: \(reason)")
    }
  }

  private func isUsed(_ value: FilmDefault) -> Bool {
    let overlaps = (request.junctions + [request.opening, request.closing].compactMap(\.self))
      .filter { !$0.isCut }
    switch value {
    case .transition: return overlaps.contains { $0.transition == nil }
    case .parameters:
      return overlaps.contains { $0.transition.map { $0.name == request.defaults.transition?.name } ?? true }
    case .duration: return overlaps.contains { $0.duration == nil }
    case .timing: return overlaps.contains { $0.timing == nil }
    case .fromFilter, .toFilter: return overlaps.contains { $0.filters == nil }
    case .overlap: return request.junctions.contains { !$0.isCut && $0.overlap == nil }
    case .shortening: return !overlaps.isEmpty
    case .pictureDuration:
      return clips.contains {
        $0.content.isSlideShow
          || !$0.content.isMoving && !$0.content.isSound && $0.input.duration == nil && $0.input.end == nil
      }
    case .motion:
      return clips.contains { if case .picture = $0.content { $0.input.motion == nil } else { false } }
    }
  }

  var unusedCutValues: [Notice] {
    request.junctions.enumerated().compactMap { index, junction in
      guard junction.isCut else { return nil }
      let before = request.items[index].clip.source.text
      // A cut's sound may have an offset.
      let given = FilmJunction.fields.changed(junction).map(\.name)
        .filter { $0 != "sound" || junction.sound != nil }
      if given.isEmpty { return nil }
      let property = given.count == 1 ? given[0] : nil
      return Notice(
        .note, at: Place(request.place(ofJunction: index)), of: property,
        "the cut after \(before) ignores \(given.joined(separator: ", "))")
    }
  }

  /// The note about settings of the device `none`, which have no effect.
  var unusedDevice: [Notice] {
    let keys = FilmDevice.fields.changed(request.device, from: FilmDevice(.none)).map(\.name)
    if request.device.kind != .none || keys.isEmpty { return [] }
    let sentence = "\(keys.inWords) \(keys.count > 1 ? "have" : "has") no effect without a device"
    return [Notice(.note, of: .device, sentence)]
  }
}

extension FilmRequest {
  /// The notices about the sound settings of a silent film.
  var unusedSound: [Notice] {
    let given: [(RequestProperty, Bool)] = [
      (.audioCodec, audioCodec != nil), (.audioBitRate, audioBitRate != nil), (.loudness, loudness != nil),
      // The channel layout of a nested film is not the user's setting.
      (.channels, channels != nil && nesting == nil),
    ]
    return given.filter(\.1).map { property, _ in
      let sentence = drawing.names.text("\(option: property) has no effect, since the film has no sound")
      return Notice(.note, of: property, sentence)
    }
  }
}

extension FilmInputs.Content {
  var isColor: Bool { if case .color = self { true } else { false } }

  /// Whether the content shows only a colour, with or without sound.
  var isPlain: Bool { if case .sound(_, let over) = self { over.isColor } else { isColor } }
}
