import SegueRun

/// The estimated memory of overlays in bytes: decoders, the kept pictures of loops, and nested films.
enum OverlayMemory {
  /// The memory of the overlays among `layers` that are shown at once.
  static func bytes(of layers: [any Layer]) -> Int {
    let overlays = layers.compactMap { $0 as? OverlayLayer }.map { (frames: $0.span, bytes: bytes(of: $0)) }
    return overlays.map { first in
      overlays.filter { $0.frames.contains(first.frames.lowerBound) }.reduce(0) { $0 + $1.bytes }
    }.max() ?? 0
  }

  private static func bytes(of layer: OverlayLayer) -> Int {
    let loop = LoopPictures(layer.overlay).byteCount
    if let film = layer.film {
      let output = film.plan.request.output
      let drawing = MemoryEstimate.bytesOfFilm(output, size: film.plan.size, isEncoded: false)
      return loop + drawing + bytes(of: film.layers)
    }
    return loop + (layer.overlay.content.isMoving ? MemoryEstimate.decoder : 0)
  }

  /// The largest possible memory of the overlays of `request`, before its inputs are opened. Each file may be
  /// a looping video, and the maximum number of moving overlays may be shown at once.
  static func bytes(of request: FilmRequest) -> Int {
    let films = request.nestedFilms.map { film in
      MemoryEstimate.bytesOfFilm(film.output, isEncoded: false) + bytes(of: film)
    }
    let files = request.overlays.count { overlay in
      switch overlay.source {
      case .file, .bytes: true
      case .snapshot, .color, .gradient: false
      }
    }
    let videos = Array(repeating: MemoryEstimate.decoder, count: max(0, files - films.count))
    return (films + videos).sorted(by: >).prefix(ResolvedOverlay.maximumMoving)
      .reduce(0) { $0 + $1 + LoopPictures.maximumBytes }
  }
}
