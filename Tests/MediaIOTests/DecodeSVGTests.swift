import Foundation
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// SVG: squares with edges on whole pixels at the requested sizes.
@Suite("SVG pictures") struct DecodeSVGTests {
  private static let red = RGBAColor(red: 255, green: 0, blue: 0)

  /// 8 by 4, its left half red.
  private static func drawing(
    _ attributes: String = #"width="8" height="4" viewBox="0 0 8 4""#, inside: String = ""
  )
    -> String
  {
    #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)><rect width="4" height="4" fill="red"/>\#(inside)</svg>"#
  }

  private func decode(_ text: String, _ target: SVGTarget? = nil) async throws -> Snapshot {
    let image = try await ImageDecoder(limits: DecodingLimits(), target: target).decode(
      bytes: Array(text.utf8), name: "made")
    #expect(image.formatName == "SVG" && image.isSVG && image.notices.isEmpty)
    return image.snapshot
  }

  @Test(
    "an SVG without a size gets the size of its viewBox or 300x150",
    arguments: [
      (#"width="8" height="4""#, 8, 4), (#"viewBox="0 0 80 40""#, 80, 40),
      (#"width="1in" height="48""#, 96, 48),
      ("", 300, 150), (#"width="16" viewBox="0 0 8 4""#, 16, 8),
      (#"height="1in" viewBox="0 0 8 4""#, 192, 96),
      (#"width="100%" height="1pc" viewBox="0 0 8 4""#, 32, 16), (#"width="40""#, 40, 150),
    ])
  func ownSize(attributes: String, width: Int, height: Int) async throws {
    #expect(try await decode(Self.drawing(attributes)).size == ImageSize(width: width, height: height))
  }

  @Test("an SVG is rendered at the size that covers or fits the frame")
  func wantedSize() async throws {
    for (mode, size) in [
      (Fit.cover, ImageSize(width: 200, height: 100)), (.contain, ImageSize(width: 160, height: 80)),
      (.stretch, ImageSize(width: 200, height: 100)),
    ] {
      let target = SVGTarget(ImageSize(width: 160, height: 100), mode)
      let picture = try await decode(Self.drawing(), target)
      #expect(picture.size == size)
      let half = size.width / 2
      for y in [0, size.height / 2, size.height - 1] {
        #expect((0..<half).allSatisfy { picture[$0, y] == Self.red })
        #expect((half..<size.width).allSatisfy { picture[$0, y] == .transparent })
      }
    }
  }

  @Test("an SVG reads no other file")
  func contents() async throws {
    let half = Self.drawing(
      inside: ##"<rect x="4" width="4" height="4" fill="#ff8000" fill-opacity="0.5"/>"##)
    for before in [
      "", "\u{FEFF}", "\n ", #"<?xml version="1.0"?>\#n<!-- a logo -->"#,
      #"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">"#,
    ] {
      let picture = try await decode(before + half)
      #expect(picture[0, 0] == Self.red)
      #expect(picture[6, 2] == RGBAColor(red: 255, green: 128, blue: 0, alpha: 128))
    }
    let place = try Workplace()
    try place.write(
      #"<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="red"/></svg>"#,
      to: "other.svg")
    let other = Self.drawing(
      inside: #"<image x="4" width="4" height="4" href="file://\#(place.file("other.svg"))"/>"#)
    try place.write(other, to: "a.svg")
    let picture = try await ImageDecoder().decoded(path: place.file("a.svg")).snapshot
    #expect(picture[0, 0] == Self.red && picture[6, 2] == .transparent)
  }

  @Test(
    "a UTF-16 SVG is read with and without a byte order mark", arguments: [true, false])
  func wideCharacters(isMarked: Bool) async throws {
    let text = (isMarked ? "\u{FEFF}" : "") + #"<?xml version="1.0" encoding="UTF-16"?>"# + Self.drawing()
    for isBig in [true, false] {
      let bytes = text.utf16.flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
      let image = try await ImageDecoder().decoded(bytes: bytes, name: "made")
      #expect(image.formatName == "SVG" && image.snapshot.size == ImageSize(width: 8, height: 4))
      #expect(image.snapshot[0, 0] == Self.red && image.snapshot[6, 2] == .transparent)
    }
  }

  @Test("a gzipped SVG is read")
  func packed() async throws {
    let half = Self.drawing(
      inside: ##"<rect x="4" width="4" height="4" fill="#ff8000" fill-opacity="0.5"/>"##)
    let place = try Workplace()
    try place.write(Made.gzip(Array(half.utf8)), to: "a.svgz")
    let image = try await ImageDecoder().decoded(path: place.file("a.svgz"))
    #expect(image.formatName == "SVG" && image.snapshot[0, 0] == Self.red)
    #expect(image.snapshot[6, 2] == RGBAColor(red: 255, green: 128, blue: 0, alpha: 128))
    let error = await #expect(throws: SystemError.self) {
      try await ImageDecoder().decoded(bytes: Made.gzip(Array("a list".utf8)), name: "made")
    }
    if case .badData("made", let reason)? = error {
      #expect(reason.hasPrefix("it is compressed with gzip but not an SVG: "))
    } else {
      Issue.record("\(String(describing: error))")
    }
  }

  @Test("damaged and oversized files are errors with the file's name")
  func refused() async throws {
    for (text, reason) in [
      (#"<svg xmlns="http://www.w3.org/2000/svg" width="8"#, "SVG: "), ("<svg>", "SVG: "),
      (Self.drawing(#"width="70000" height="4""#), "70000x4 pixels are more than the limit"),
      (Self.drawing(#"width="0" height="4""#), "SVG: the picture has no pixels"),
    ] {
      let error = await #expect(throws: SystemError.self) {
        try await ImageDecoder().decoded(bytes: Array(text.utf8), name: "made")
      }
      guard case .badData("made", let said)? = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(said.hasPrefix(reason), "\(said)")
    }
    for text in ["svg", "<html><body/></html>", "a <svg>", "<svgs>"] {
      #expect(!SVGDecoder.isSVG(Array(text.utf8)), "\(text)")
    }
  }
}
