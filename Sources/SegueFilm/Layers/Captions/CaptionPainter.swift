import SegueFields
import SegueRendering
import SegueRun
import SegueText

/// Draws a track of captions. The resting words are one picture, drawn again when a word changes. Each
/// growing word is a separate, scaled picture.
///
/// **Thread-safety:** confined to one thread.
final class CaptionPainter: LayerPainter {
  private let track: CaptionTrack
  private var page: (index: Int, layout: CaptionLayout)?
  /// The pictures of the previous frame and of the current frame.
  private var (old, new): ([Key: WordPicture], [Key: WordPicture]) = ([:], [:])

  /// The cache key of a picture: its words with their colours, at rest or at full size.
  private struct Key: Hashable {
    var words: [PositionedWord]
    var isResting: Bool
  }

  init(_ track: CaptionTrack) { self.track = track }

  func layers(at index: Int) throws -> [RecipeLayer] {
    do { return try captions(at: index) } catch let error as TextError {
      throw FilmError.part(SegueError(error))
    }
  }

  func close() -> [Notice] {
    page = nil
    (old, new) = ([:], [:])
    return []
  }

  /// The caption of film frame `index`; empty without a caption.
  /// - Throws: `TextError`, `RenderError`.
  private func captions(at index: Int) throws -> [RecipeLayer] {
    guard let last = track.lastRun(at: index), track.runs[last].frames.contains(index) else { return [] }
    let run = track.runs[last]
    let layout = try layout(of: run.page)
    let sizes = sizes(at: index, last)
    let isGrowing = track.captions.words == .grow
    let resting = sizes.indices.filter { sizes[$0] == 1 && !(isGrowing && $0 == run.word) }
    let moving = sizes.indices.filter { sizes[$0] > 0 && !resting.contains($0) }
    new = [:]
    defer { old = new }
    var layers: [RecipeLayer] = []
    if !resting.isEmpty || layout.box != nil {
      let drawn = try picture(of: resting, spoken: run.word, layout)
      layers.append(RecipeLayer(drawn.picture, x: drawn.x, y: drawn.y))
    }
    // The spoken word is drawn over its neighbours.
    for word in moving.sorted(by: { ($0 == run.word ? 1 : 0, $0) < ($1 == run.word ? 1 : 0, $1) }) {
      layers.append(try layer(of: word, size: sizes[word], spoken: run.word, layout))
    }
    guard let motion = track.motion(at: index), motion.isChanging(at: index), !layers.isEmpty else {
      return layers
    }
    return try motion.layers(try whole(of: layers, in: motion.box, layout), at: index)
  }

  /// The layout of page `index`, cached while it is shown.
  private func layout(of index: Int) throws -> CaptionLayout {
    if let page, page.index == index { return page.layout }
    let layout = try CaptionLayout(
      track.pages[index], track.captions, at: track.places[index], in: track.size)
    (page, old) = ((index, layout), [:])
    return layout
  }

  private func layer(
    of word: Int, size: Double, spoken: Int?, _ layout: CaptionLayout
  ) throws -> RecipeLayer {
    let drawn = try picture(of: [word], spoken: spoken, layout, size: fullSize)
    let center = layout.places[word].center
    let factor = size / fullSize
    var layer = RecipeLayer(drawn.picture, x: drawn.x, y: drawn.y)
    if factor != 1 {
      layer.transform = layer.transform.then(.scale(x: factor, y: factor).about(x: center.x, y: center.y))
    }
    return layer
  }

  /// All `layers` as one layer for the transition, drawn by `box` if the transition has its own rectangle.
  private func whole(
    of layers: [RecipeLayer], in box: BoxPainter?, _ layout: CaptionLayout
  ) throws -> RecipeLayer {
    guard let box else {
      return layers.count == 1 ? layers[0] : RecipeLayer(.stack(layers, background: .transparent))
    }
    let picture = try box.picture(of: layers, in: layout.area)
    return RecipeLayer(picture, x: layout.area.x0, y: layout.area.y0)
  }

  private var fullSize: Double { track.captions.fullSize }

  /// The scale of each word of the page at film frame `index` of run `last`: 1 at rest, 0 for a hidden
  /// word.
  private func sizes(at index: Int, _ last: Int) -> [Double] {
    let run = track.runs[last]
    let count = track.pages[run.page].words.count
    func seconds(_ frame: Int) -> Double { track.rate.time(ofFrame: max(0, index - frame)) }
    switch track.captions.words {
    case .none, .highlight, .alone: return Array(repeating: 1, count: count)
    case .grow:
      var progress = [Double](repeating: 0, count: count)
      for run in recent(last, at: index) {
        guard let word = run.word else { continue }
        progress[word] += CaptionSpring.progress(
          sinceStart: seconds(run.frames.lowerBound), sinceEnd: seconds(run.frames.upperBound))
      }
      return progress.map { 1 + (fullSize - 1) * $0 }
    case .pop:
      var sizes = (0..<count).map { $0 <= run.word ?? -1 ? 1.0 : 0 }
      for run in recent(last, at: index) {
        guard let word = run.word, sizes[word] > 0 else { continue }
        // The word is visible in its first frame.
        sizes[word] = CaptionSpring.progress(sinceStart: seconds(run.frames.lowerBound - 1), sinceEnd: 0)
      }
      return sizes
    }
  }

  /// Run `last` and the adjacent earlier runs of the same page whose springs still move at frame `index`.
  private func recent(_ last: Int, at index: Int) -> [CaptionTrack.Run] {
    var recent = [track.runs[last]]
    while let next = recent.last, last - recent.count >= 0 {
      let run = track.runs[last - recent.count]
      guard run.page == next.page, run.frames.upperBound == next.frames.lowerBound,
        track.rate.time(ofFrame: index - run.frames.upperBound) < CaptionSpring.duration
      else { break }
      recent.append(run)
    }
    return recent
  }

  /// The picture of `words` on the current page: at rest, or scaled by `size`.
  private func picture(
    of words: [Int], spoken: Int?, _ layout: CaptionLayout, size: Double? = nil
  ) throws(TextError) -> WordPicture {
    let captions = track.captions
    let all = track.pages[page?.index ?? 0].words
    let style = CaptionLayout.style(captions, layout.style.size * (size ?? 1))
    let placed = words.map { index in
      let (place, center) = (layout.places[index], layout.places[index].center)
      let isSpoken = index == spoken && captions.words != .none
      let isSaid = captions.words != .none && index < spoken ?? 0
      return PositionedWord(
        all[index].text, x: center.x + (place.x - center.x) * (size ?? 1),
        baseline: center.y + (place.baseline - center.y) * (size ?? 1),
        color: isSpoken ? captions.spoken : isSaid ? captions.said ?? captions.color : captions.color,
        box: isSpoken ? captions.mark(size: style.size) : nil)
    }
    let key = Key(words: placed, isResting: size == nil)
    if let known = new[key] ?? old[key] {
      new[key] = known
      return known
    }
    let drawn = try TextPicture.draw(placed, style, box: size == nil ? layout.box : nil)
    new[key] = drawn
    return drawn
  }
}
