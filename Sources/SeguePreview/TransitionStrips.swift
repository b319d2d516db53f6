import Foundation
import Segue
import SegueTools
import Synchronization

/// The catalogue's thumbnails: strips of small frames from the beginning to the end, one below the other, as JPEG.
/// They are drawn one at a time and kept.
///
/// **Thread-safety:** every method may be called from any thread.
final class TransitionStrips: Thumbnails {
  /// Frames of a strip; the one in the middle stands for the transition at rest.
  static let count = 25
  private static let width = 192
  private static let quality = 78

  private struct Kept {
    var revision: Int
    var bytes: [UInt8]?
  }

  private let model: PreviewModel
  private let queue = DispatchQueue(label: "segue.thumbnails")
  private let kept = Mutex<[Int: Kept]>([:])
  private let small = ScaledPair()
  private let work: DispatchGroup
  private let isClosed = Atomic<Bool>(false)

  /// Strips that are drawn as work of `group`.
  init(_ model: PreviewModel, in group: DispatchGroup) { (self.model, work) = (model, group) }

  /// Draws no more.
  func close() { isClosed.store(true, ordering: .relaxed) }

  /// Calls `done` with the strip of the transition with this index; `nil` where it cannot be drawn.
  func strip(_ index: Int, done: @escaping @Sendable ([UInt8]?) -> Void) {
    queue.async(group: work) { [self] in
      if isClosed.load(ordering: .relaxed) { return done(nil) }
      let entry = model.catalogue.entries[index]
      if let kept = kept.withLock({ $0[index] }), kept.revision == entry.revision { return done(kept.bytes) }
      let bytes = try? draw(entry)
      kept.withLock { $0[index] = Kept(revision: entry.revision, bytes: bytes) }
      done(bytes)
    }
  }

  /// The pictures in a thumbnail's size, resampled once.
  private var stage: SnapshotPair {
    let height = Double(TransitionStrips.width) / model.stage.size.aspectRatio
    let size = ImageSize(width: TransitionStrips.width, height: min(max(Int(height.rounded()), 64), 256))
    return small.pair(of: model.stage, size: size, mode: .cover)
  }

  private func draw(_ entry: PreviewCatalogue.Entry) throws -> [UInt8] {
    let stage = stage
    // A picture that only the user can name is clouds on the thumbnail.
    var (texts, textures) = ([(name: String, value: String)](), entry.textures)
    for parameter in entry.description.parameters
    where parameter.defaultValue == nil && !parameter.isOptional && parameter.type == .texture {
      texts.append((name: parameter.name, value: "clouds"))
      textures[parameter.name] = textures[parameter.name] ?? CloudMask.snapshot(stage.size)
    }
    let transition = try entry.description.transition(texts, textures: textures)
    let recipes = (0..<TransitionStrips.count).map { index in
      transition.endpointExactRecipe(
        at: Double(index) / Double(TransitionStrips.count - 1), in: stage.context)
    }
    let frames = try stage.pictures(of: recipes, over: model.background)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(stage.size.area * 4 * frames.count)
    for frame in frames { pixels += frame.bytes }
    let size = ImageSize(width: stage.size.width, height: stage.size.height * frames.count)
    return try pixels.withUnsafeBytes {
      try JPEGEncoder(quality: TransitionStrips.quality).encode($0, size: size)
    }
  }
}
