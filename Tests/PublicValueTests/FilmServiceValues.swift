import Foundation
import SegueFilms
import TestSupport
import Testing

extension PublicValues {
  /// Chunks, music and timelines.
  mutating func addServices() {
    add(
      "BatchShare.init(_:of:)", "BatchShare.description", "FilmChunks.init(folder:version:share:)",
      "FilmRequest.chunks"
    ) { walk in
      await walk.integers(1, 2) { numbers in
        let share = BatchShare(numbers[0], of: numbers[1])
        #expect(share?.description.isEmpty != true)
        try await Self.make { $0.chunks = FilmChunks(folder: "/nowhere/chunks", version: "1", share: share) }
      }
    }
    add(
      "FilmMusic.init(_:volume:duck:sourceStart:track:loops:start:end:fadeOut:)",
      "FilmRequest.timeline(folder:)"
    ) { walk in
      await walk.integers(3) { numbers in
        let bytes = [UInt8](repeating: 7, count: min(max(0, numbers[0]), 1000))
        try await Self.make { $0.music = [FilmMusic(.bytes(bytes, name: "a"))] }
      }
      await walk.integers(3) { numbers in
        let place = try Workplace()
        var film = try Self.film(place.path)
        film.items[1].junction?.duration = .frames(numbers[0])
        let export = try await film.timeline()
        #expect(!export.json.isEmpty)
      }
    }
  }

  /// Files in memory other than clips and music.
  mutating func addMemory() {
    add(
      "FileSource.bytes(_:name:)", "FilmCaptions.init(_:style:words:font:size:place:)",
      "FilmRequest.subtitles", "FilmOverlay.Source.bytes(_:name:)", "FilmOverlay.Source.snapshot(_:)"
    ) { walk in
      for bytes: [UInt8] in [[], [7], [0x31, 0x0A], [UInt8](repeating: 255, count: 1000)] {
        await walk.call { try await Self.make { $0.subtitles = .bytes(bytes, name: "a") } }
        await walk.call {
          try await Self.make { film in
            film.captions = FilmCaptions(.bytes(bytes, name: "a"), style: .loud)
            film.captions?.source = .bytes(bytes, name: "b")
          }
        }
      }
      // ffprobe examines bytes of an unknown kind.
      for bytes: [UInt8] in cases([[], [7]], full: [[0x31, 0x0A], [UInt8](repeating: 255, count: 1000)]) {
        await walk.call { try await Self.make { $0.overlays = [FilmOverlay(.bytes(bytes, name: "a"))] } }
      }
      await walk.call { try await Self.make { $0.overlays = [FilmOverlay(.snapshot(walk.picture))] } }
    }
  }
}
