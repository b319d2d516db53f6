import Imaging
import MediaIO
import Transitions

/// Pictures read and brought to the frame's size.
///
/// **Thread-safety:** immutable.
struct LoadedScene: Sendable {
  /// The picture that leaves, at the frame's size.
  let from: Snapshot
  /// The picture that comes, at the frame's size.
  let to: Snapshot
  /// The pictures of the transition's parameters, by name.
  let textures: [String: Snapshot]
  /// What the decoders had to say.
  let warnings: [String]

  var size: ImageSize { from.size }
  var hasTransparency: Bool { !from.isOpaque || !to.isOpaque }
}

/// Reads the pictures of a request, both at once.
///
/// **Thread-safety:** a value.
struct SceneLoader: Sendable {
  let request: RenderRequest
  let needsEvenSize: Bool
  /// Whether parameters' pictures are brought to the frame's size; shaders see them in their own.
  var stretchesTextures = true

  /// The pictures, decoded and fitted.
  /// - Throws: `MediaError`, `UsageError.oddSize`.
  func load(_ values: ParameterValues) async throws -> LoadedScene {
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
  func textures(
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
  func check(_ size: ImageSize) throws {
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
