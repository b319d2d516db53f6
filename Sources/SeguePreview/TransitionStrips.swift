import FoundationEssentials
import SegueFilms
import SegueTools

/// Thumbnails of transitions: strips of small frames from beginning to end, one below the other, as JPEG.
///
/// **Thread-safety:** every method may be called from any thread.
final class TransitionStrips: Sendable {
  /// The number of frames in a strip; the middle one is shown at rest.
  static let count = 25
  private static let width = 192

  private let model: PreviewModel
  private let small = ScaledPair()

  init(_ model: PreviewModel) { self.model = model }

  /// The strip of transition `index`; `nil` without such a transition.
  func strip(_ index: Int) -> Thumbnails.Drawing? {
    let entries = model.catalogue.entries
    guard entries.indices.contains(index) else { return nil }
    return .init(revision: entries[index].revision) { [self] in
      try Self.draw(entries[index], between: stage, over: model.background)
    }
  }

  /// The pictures at the size of a thumbnail, resampled once.
  private var stage: SnapshotPair {
    small.pair(of: model.stage, size: Self.size(for: model.stage.size), fit: .cover)
  }

  /// The size of a strip's frames for pictures of `size`.
  static func size(for size: ImageSize) -> ImageSize {
    let height = Double(width) / size.aspectRatio
    return ImageSize(width: width, height: min(max(Int(height.rounded()), 64), 256))
  }

  /// The strip of a transition between two pictures.
  static func draw(
    _ entry: PreviewCatalogue.Entry, between stage: SnapshotPair, over background: RGBAColor
  ) throws -> [UInt8] {
    // Pictures that only the user can provide are replaced by clouds.
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
    let frames = try stage.pictures(of: recipes, over: background)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(stage.size.area * 4 * frames.count)
    for frame in frames { frame.withUnsafeBytes { pixels += $0 } }
    let size = ImageSize(width: stage.size.width, height: stage.size.height * frames.count)
    return try pixels.withUnsafeBytes {
      try JPEGEncoder(quality: Thumbnails.quality).encode($0, size: size)
    }
  }
}
