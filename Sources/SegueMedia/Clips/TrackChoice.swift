import SegueSystem

/// A typed choice among a file's tracks of one kind.
package enum TrackChoice: Sendable, Hashable {
  /// `2`: a track by its number, from 1.
  case number(Int)
  /// `1+2`: one track for the left channel and one for the right.
  case pair(left: Int, right: Int)
  /// `deu`: the first track in this language.
  case language(String)

  package static let expected = "a number such as 2, a language such as deu, or 1+2 for left and right"

  package init?(_ text: String) {
    let numbers = text.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if numbers.count <= 2, numbers.allSatisfy({ (1...99).contains($0) }) {
      self = numbers.count == 1 ? .number(numbers[0]) : .pair(left: numbers[0], right: numbers[1])
    } else if (2...3).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isLetter }) {
      self = .language(text.lowercased())
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .pair(let left, let right): "\(left)+\(right)"
    case .language(let language): language
    }
  }

  /// The index of the chosen track among tracks of these languages; `nil` if no track matches.
  fileprivate func place(in languages: [String]) -> Int? {
    switch self {
    case .number(let number): languages.indices.contains(number - 1) ? number - 1 : nil
    case .language(let language): languages.firstIndex { TrackLanguage.isSame(language, $0) }
    case .pair: nil
    }
  }
}

extension ClipInfo {
  /// The clip with the chosen sound track, or pair of tracks, instead of the default one.
  /// - Throws: `SystemError.badData` if the file has no such track.
  package func selectingAudio(_ choice: TrackChoice) throws(SystemError) -> ClipInfo {
    var info = self
    if case .pair(let left, let right) = choice, max(left, right) <= sounds.count {
      (info.audio, info.rightAudio) = (sounds[left - 1], sounds[right - 1])
      info.ignored.soundTracks = max(0, sounds.count - Set([left, right]).count)
    } else if let place = choice.place(in: sounds.map(\.language)) {
      info.audio = sounds[place]
    } else {
      throw noTrack(choice, "sound", sounds.map(\.language))
    }
    return info
  }

  /// The clip with the chosen subtitles instead of the default ones.
  package func reading(_ choice: TrackChoice) throws(SystemError) -> ClipInfo {
    guard let place = choice.place(in: texts.map(\.language)) else {
      throw noTrack(choice, "text subtitle", texts.map(\.language))
    }
    var info = self
    info.text = texts[place]
    return info
  }

  private func noTrack(_ choice: TrackChoice, _ kind: String, _ languages: [String]) -> SystemError {
    let known = languages.enumerated().map { "\($0 + 1)\($1.isEmpty ? "" : " \($1)")" }
    return .badData(
      path: name,
      reason: "it has no \(kind) track \(choice.text); "
        + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
  }

  /// The number of the chosen sound track, or the numbers of a pair; `nil` if the file has no other
  /// sound track.
  package var heardTrack: String? {
    guard sounds.count > 1, let audio else { return nil }
    return ([audio] + [rightAudio].compactMap(\.self)).compactMap { heard in
      sounds.firstIndex(of: heard).map { "\($0 + 1)" }
    }.joined(separator: "+")
  }

  /// The hint about several mono sound tracks, as from cameras with two microphones; `nil` for
  /// other files.
  package var monoTracksSentence: String? {
    guard sounds.count > 1, sounds.allSatisfy({ $0.channels == 1 && $0.language.isEmpty }) else { return nil }
    return
      "its \(sounds.count) sound tracks have one channel each, and track \(heardTrack ?? "1") is heard on both sides; "
      + "track=1+2 takes the first two as left and right"
  }
}
