import SegueSystem

/// A choice among the tracks of one kind in a file, as it is typed.
package enum TrackChoice: Sendable, Hashable {
  /// `2`: the track of this number, from 1.
  case number(Int)
  /// `1+2`: one track that is heard on the left and one on the right.
  case pair(left: Int, right: Int)
  /// `deu`: the first track in this language.
  case language(String)

  /// The values that it takes, in words.
  package static let expected = "a number such as 2, a language such as deu, or 1+2 for left and right"

  /// Reads `text`; `nil` for what is no choice.
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

  /// As it is typed.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .pair(let left, let right): "\(left)+\(right)"
    case .language(let language): language
    }
  }

  /// The place of the track that it means among tracks of these languages; `nil` where there is none.
  fileprivate func place(in languages: [String]) -> Int? {
    switch self {
    case .number(let number): languages.indices.contains(number - 1) ? number - 1 : nil
    case .language(let language): languages.firstIndex { TrackLanguage.isSame(language, $0) }
    case .pair: nil
    }
  }
}

extension ClipInfo {
  /// The same with the sound track of `choice`, or the two, in place of the one that players take.
  /// - Throws: `MediaError.badData` where it has no such track.
  package func hearing(_ choice: TrackChoice) throws(MediaError) -> ClipInfo {
    var info = self
    if case .pair(let left, let right) = choice, max(left, right) <= sounds.count {
      (info.audio, info.rightAudio) = (sounds[left - 1], sounds[right - 1])
      info.leftOut.soundTracks = max(0, sounds.count - Set([left, right]).count)
    } else if let place = choice.place(in: sounds.map(\.language)) {
      info.audio = sounds[place]
    } else {
      throw noTrack(choice, "sound", sounds.map(\.language))
    }
    return info
  }

  /// The same with the subtitles of `choice` in place of those that players take.
  /// - Throws: as ``hearing(_:)``.
  package func reading(_ choice: TrackChoice) throws(MediaError) -> ClipInfo {
    guard let place = choice.place(in: texts.map(\.language)) else {
      throw noTrack(choice, "text subtitle", texts.map(\.language))
    }
    var info = self
    info.text = texts[place]
    return info
  }

  private func noTrack(_ choice: TrackChoice, _ kind: String, _ languages: [String]) -> MediaError {
    let known = languages.enumerated().map { "\($0 + 1)\($1.isEmpty ? "" : " \($1)")" }
    return .badData(
      path: name,
      reason: "it has no \(kind) track \(choice.text); "
        + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
  }

  /// The number of the sound track that is heard, or the numbers of the two; `nil` where there is no other.
  package var heardTrack: String? {
    guard sounds.count > 1, let audio else { return nil }
    return ([audio] + [rightAudio].compactMap(\.self)).compactMap { heard in
      sounds.firstIndex(of: heard).map { "\($0 + 1)" }
    }.joined(separator: "+")
  }

  /// The sentence about sound tracks that are one channel each, as cameras with two microphones have them; `nil` for others.
  package var monoTracksSentence: String? {
    guard sounds.count > 1, sounds.allSatisfy({ $0.channels == 1 && $0.language.isEmpty }) else { return nil }
    return
      "its \(sounds.count) sound tracks have one channel each, and track \(heardTrack ?? "1") is heard on both sides; "
      + "track=1+2 takes the first two as left and right"
  }
}
