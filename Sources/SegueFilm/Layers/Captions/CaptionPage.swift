import SegueImaging
import SegueMedia

/// The words of captions that are shown at the same time, in a few lines. Times are in milliseconds.
struct CaptionPage: Sendable, Hashable {
  let start: Int
  fileprivate(set) var end: Int
  let words: [SpokenWord]
  /// The number of words in each line.
  let lines: [Int]
  /// Whether the captions file places the page in the upper half of the frame.
  fileprivate(set) var isInUpperHalf = false

  /// The times of each spoken word, until the next word begins or the page ends. `nil` means the
  /// time before the first word.
  var states: [(word: Int?, time: Range<Int>)] {
    var states: [(word: Int?, time: Range<Int>)] = []
    func add(_ word: Int?, _ from: Int, _ to: Int) {
      let (from, to) = (max(start, from), min(end, to))
      if from < to { states.append((word, from..<to)) }
    }
    add(nil, start, words[0].start)
    for index in words.indices {
      add(index, words[index].start, index + 1 < words.count ? words[index + 1].start : end)
    }
    return states
  }

  /// The pages of `cues` in frames of `size`. A cue's first page begins with the cue, and its last page
  /// ends with it.
  static func pages(_ cues: [SpokenCue], _ captions: FilmCaptions, in size: ImageSize) -> [CaptionPage] {
    let letters = max(1, min(captions.letters, CaptionLayout.letters(captions, in: size)))
    var pages: [CaptionPage] = []
    for cue in cues {
      var words = cue.words
      let first = pages.count
      if captions.isUppercase {
        for index in words.indices { words[index].text = words[index].text.uppercased() }
      }
      let phrases = phrases(words, pause: Int((captions.pause * 1000).rounded()))
      for (index, phrase) in phrases.enumerated() {
        let isLast = index + 1 == phrases.count
        let end = isLast ? cue.end : max(phrase[phrase.count - 1].end, phrase[phrase.count - 1].start)
        let start = index == 0 ? cue.start : phrase[0].start
        pages += Self.pages(phrase, from: start, to: end, captions, letters: letters)
      }
      for index in first..<pages.count { pages[index].isInUpperHalf = cue.isInUpperHalf }
    }
    // A page ends when the next page begins.
    for index in pages.indices.dropLast() { pages[index].end = min(pages[index].end, pages[index + 1].start) }
    return pages.filter { $0.start < $0.end }
  }

  /// Splits `words` at each silence of `pause` or more.
  private static func phrases(_ words: [SpokenWord], pause: Int) -> [[SpokenWord]] {
    var phrases = [[words[0]]]
    for (before, word) in zip(words, words.dropFirst()) {
      if word.start - before.end >= max(1, pause) {
        phrases.append([word])
      } else {
        phrases[phrases.count - 1].append(word)
      }
    }
    return phrases
  }

  private static func pages(
    _ words: [SpokenWord], from start: Int, to end: Int, _ captions: FilmCaptions, letters: Int
  ) -> [CaptionPage] {
    var counts = lines(words, letters: letters)
    if captions.words == .alone { counts = words.map { _ in 1 } }
    // Balance the lines without adding a line.
    var narrower = letters - 1
    while captions.words != .alone, counts.count > 1, narrower > 0 {
      let even = lines(words, letters: narrower)
      if even.count > counts.count { break }
      (counts, narrower) = (even, narrower - 1)
    }
    let maximum = captions.words == .alone ? 1 : captions.lines
    var pages: [CaptionPage] = []
    var (first, line) = (0, 0)
    while line < counts.count {
      let part = Array(counts[line..<min(line + maximum, counts.count)])
      let last = first + part.reduce(0, +)
      pages.append(
        CaptionPage(
          start: first == 0 ? start : words[first].start,
          end: last < words.count ? words[last].start : end, words: Array(words[first..<last]), lines: part))
      (first, line) = (last, line + maximum)
    }
    return pages
  }

  /// The number of words in each line of at most `letters` letters. A longer word has its own line.
  private static func lines(_ words: [SpokenWord], letters: Int) -> [Int] {
    var counts: [Int] = []
    var length = 0
    for word in words {
      let more = word.text.count + (word.isJoined || counts.isEmpty ? 0 : 1)
      if !counts.isEmpty, length + more <= letters {
        counts[counts.count - 1] += 1
        length += more
      } else {
        counts.append(1)
        length = word.text.count
      }
    }
    return counts
  }
}
