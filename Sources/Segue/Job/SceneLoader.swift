import Imaging
import MediaIO
import Rendering
import Transitions

/// Pictures read and brought to the frame's size.
///
/// **Thread-safety:** immutable.
package struct LoadedScene: Sendable {
  /// The picture that leaves, at the frame's size.
  package let from: Snapshot
  /// The picture that comes, at the frame's size.
  package let to: Snapshot
  /// The pictures of the transition's parameters, by name.
  package let textures: [String: Snapshot]
  /// What the decoders had to say.
  package let warnings: [String]

  package init(from: Snapshot, to: Snapshot, textures: [String: Snapshot], warnings: [String]) {
    (self.from, self.to, self.textures, self.warnings) = (from, to, textures, warnings)
  }

  package var size: ImageSize { from.size }
  package var hasTransparency: Bool { !from.isOpaque || !to.isOpaque }

  /// The frame that `recipe` makes of them.
  package func request(_ recipe: Recipe) -> FrameRequest {
    FrameRequest(recipe, outgoing: from, incoming: to)
  }
}

/// Reads the pictures of a request, both at once.
///
/// **Thread-safety:** a value.
package struct SceneLoader: Sendable {
  private let request: RenderRequest
  private let needsEvenSize: Bool
  /// Whether parameters' pictures are brought to the frame's size; shaders see them in their own.
  private let stretchesTextures: Bool

  package init(request: RenderRequest, needsEvenSize: Bool, stretchesTextures: Bool) {
    (self.request, self.needsEvenSize) = (request, needsEvenSize)
    self.stretchesTextures = stretchesTextures
  }

  /// The pictures, decoded and fitted.
  /// - Throws: `MediaError`, `UsageError.oddSize`.
  package func load(_ values: ParameterValues) async throws -> LoadedScene {
    let decoder = ImageDecoder(limits: request.limits)
    async let first = decoder.decode(path: request.from.text)
    async let second = decoder.decode(path: request.to.text)
    let (from, to) = try await (first, second)
    let size = try frameSize(from.snapshot.size)
    async let fittedFrom = from.snapshot.fitted(to: size, mode: request.fit)
    async let fittedTo = to.snapshot.fitted(to: size, mode: request.fit)
    let (textures, warnings) = try await textures(values, size: size)
    return LoadedScene(
      from: await fittedFrom, to: await fittedTo, textures: textures,
      warnings: named(from.warnings, request.from) + named(to.warnings, request.to) + warnings)
  }

  /// The pictures of texture parameters at the frame's size, and what their decoders had to say.
  /// - Throws: `MediaError`.
  package func textures(
    _ values: ParameterValues, size: ImageSize
  ) async throws -> (textures: [String: Snapshot], warnings: [String]) {
    let decoder = ImageDecoder(limits: request.limits)
    var textures: [String: Snapshot] = [:]
    var warnings: [String] = []
    for (name, path) in values.texturePaths {
      let picture = try await decoder.decode(path: path)
      textures[name] =
        stretchesTextures ? picture.snapshot.fitted(to: size, mode: .stretch) : picture.snapshot
      warnings += named(picture.warnings, .file(path: path))
    }
    return (textures, warnings)
  }

  private func frameSize(_ natural: ImageSize) throws -> ImageSize {
    let size = request.size ?? (needsEvenSize ? natural.roundedDownToEven : natural)
    try check(size)
    return size
  }

  /// - Throws: `UsageError.invalidValue` for a frame beyond the limits.
  package func check(_ size: ImageSize) throws {
    guard size.width <= request.limits.maximumSide, size.height <= request.limits.maximumSide,
      size.area <= request.limits.maximumPixels
    else {
      throw UsageError.invalidValue(
        option: "--size", value: size.description,
        expected:
          "at most \(request.limits.maximumSide) pixels per side and \(request.limits.maximumPixels) in all")
    }
  }

  private func named(_ warnings: [String], _ source: PictureSource) -> [String] {
    warnings.map { "\(source.text): \($0)" }
  }
}
