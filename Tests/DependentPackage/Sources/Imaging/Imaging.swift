import Foundation
import Segue

/// A type with a common name, beside Segue's types.
public struct Frame: Sendable {
  /// The picture of one colour.
  public let picture: Snapshot
  /// The time in seconds since 1970.
  public let time: TimeInterval

  /// Makes a frame of one colour.
  public init(_ color: RGBAColor, size: ImageSize) throws {
    let pixel = [color.red, color.green, color.blue, color.alpha]
    picture = try Snapshot(
      width: size.width, height: size.height,
      rgba: (0..<size.area).flatMap { _ in pixel })
    time = Date(timeIntervalSince1970: 0).timeIntervalSince1970
  }
}

/// Foundation's type.
public typealias Turn = AffineTransform
