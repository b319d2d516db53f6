import SegueFilm
import SegueRun
import SegueSystem

extension FilmReport {
  /// The plan as text with a line per clip and junction: film frames, film times and source times.
  package var text: String {
    let pictures = film.pictures.flatMap { $0 == film.frames ? nil : " (\($0) pictures)" } ?? ""
    var lines = [
      "film  \(film.width)x\(film.height), \(film.color), \(film.depth) bits, \(film.fps) frames/s, "
        + "\(film.frames) frames\(pictures), \(Self.time(film.seconds)) s, \(audio == nil ? "no sound" : "sound")"
    ]
    if let turn = film.turn { lines.append("backwards  \(place(turn..<film.frames))") }
    if let part = film.part { lines.append("part  \(part[0])-\(part[1])  \(part[1] - part[0]) frames") }
    if let opening { lines.append("  opening  " + line(opening)) }
    for (index, clip) in clips.enumerated() {
      lines += self.lines(clip)
      if junctions.indices.contains(index) { lines.append("  " + line(junctions[index])) }
    }
    if let closing { lines.append("  closing  " + line(closing)) }
    lines += (titles ?? []).map(line) + (overlays ?? []).map(line)
    lines += (music ?? []).map { line("music", $0) } + (voices ?? []).map { line("voice", $0) }
    if let copied = audio?.copied {
      lines.append(copied ? "sound  copied" : "sound  encoded: \(audio?.encoded ?? "")")
    }
    if let subtitles { lines.append("subtitles  \(subtitles)") }
    lines += (captions ?? []).map {
      layer("captions", "\($0.source), \($0.captions) captions, \($0.words) words", $0.start..<$0.end)
    }
    lines += (layers ?? []).map {
      "\($0.kind)  \(place($0.start..<$0.end))  \($0.settings.joined(separator: ", "))"
    }
    if let track = subtitleTrack {
      lines.append("subtitle track  \(track.cues) cues\(track.language.isEmpty ? "" : ", \(track.language)")")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(_ clip: Clip) -> [String] {
    let line =
      "clip  \(place(clip.start..<clip.end))  \(clip.source)  "
      + "in \(Self.time(clip.in)) out \(Self.time(clip.out)) s"
      + (clip.speed.map { ", speed \(DecimalText.text($0))" } ?? "") + (clip.order.map { ", \($0)" } ?? "")
      + (clip.audio ? ", sound" : "") + (clip.track.map { " of track \($0)" } ?? "")
      + (clip.language.map { " (\($0))" } ?? "")
    guard let copied = clip.copied else { return [line] }
    return [line] + copied.map { "  copied  \($0[0])-\($0[1])" }
      + (clip.encoded.map { ["  encoded  \($0)"] } ?? [])
  }

  private func line(_ junction: Junction) -> String {
    let sound = junction.sound.map { ", sound=\(DecimalText.text($0))" } ?? ""
    if junction.frames == 0 { return "cut  at \(junction.start)  \(seconds(junction.start)) s\(sound)" }
    let held = junction.held.map { ", \($0) held" } ?? ""
    return "\(junction.transition)  \(place(junction.start..<junction.start + junction.frames))  "
      + "\(junction.frames) frames\(held)\(sound)"
  }

  private func line(_ title: Title) -> String {
    layer(
      "title", title.text.replacing("\n", with: "\\n"), title.start..<title.end, title.enter, title.exit,
      more: title.details)
  }

  private func line(_ overlay: Overlay) -> String {
    let (x, y, width, height) = (
      overlay.rectangle[0], overlay.rectangle[1], overlay.rectangle[2], overlay.rectangle[3]
    )
    return layer(
      "overlay", overlay.source, overlay.start..<overlay.end, overlay.enter, overlay.exit,
      settings: ["\(width)x\(height) at (\(x), \(y))"] + (overlay.settings ?? []),
      more: [
        overlay.within.map { "within the \($0)" }, overlay.keyframes.map { "\($0) keyframes" },
      ])
  }

  private func line(_ kind: String, _ music: Music) -> String {
    layer(
      kind, music.source, music.start..<music.end,
      more: [
        music.in == 0 ? nil : "in \(Self.time(music.in)) s",
        music.volume == 0 ? nil : "volume \(DecimalText.text(music.volume)) dB",
        music.loops ? "looped" : nil,
      ])
  }

  private func layer(
    _ kind: String, _ name: String, _ frames: Range<Int>, _ enter: Junction? = nil, _ exit: Junction? = nil,
    settings: [String] = [], more: [String?] = []
  ) -> String {
    let ends =
      [enter.map { ("enter", $0) }, exit.map { ("exit", $0) }].compactMap(\.self)
      .map { "\($0) \($1.transition) \($1.frames) frames" }
    let words = [name] + settings + ends + more.compactMap(\.self)
    return "\(kind)  \(place(frames))  \(words.joined(separator: ", "))"
  }

  /// `frames` and their times.
  private func place(_ frames: Range<Int>) -> String {
    "\(frames.lowerBound)-\(frames.upperBound)  \(seconds(frames.lowerBound))-\(seconds(frames.upperBound)) s"
  }

  private func seconds(_ frame: Int) -> String {
    Self.time(Double(frame) / (film.seconds > 0 ? Double(film.frames) / film.seconds : 1))
  }

  /// Seconds with three decimals.
  private static func time(_ seconds: Double) -> String {
    DecimalText.fixed((seconds * 1000).rounded() / 1000, 3)
  }
}
