import SegueFilms
import Testing

extension PublicValues {
  mutating func addImaging() {
    add(
      "ImageSize.init(width:height:)", "ImageSize.width", "ImageSize.height", "ImageSize.area",
      "ImageSize.description"
    ) { walk in
      await walk.integers(3, 2) { sides in
        var size = ImageSize(width: sides[0], height: 1)
        size.height = sides[1]
        size.width = sides[0]
        _ = (size.area, size.description)
      }
    }
    add("FrameSize.exact(_:)", "FrameSize.width(_:)", "FrameSize.height(_:)", "FrameSize.description") {
      walk in
      await walk.integers(3) { side in
        for size in [
          FrameSize.width(side[0]), .height(side[0]), .exact(ImageSize(width: side[0], height: 1)),
        ] {
          var request = RenderRequest(from: .snapshot(walk.picture), to: .snapshot(walk.picture))
          request.output.size = size
          _ = (size.description, try RenderJob(request))
        }
      }
    }
    add("PixelRect.init(x0:y0:x1:y1:)") { walk in
      await walk.integers(0, 0, 3, 2) { sides in
        let rectangle = PixelRect(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
        _ = try walk.pair.pictures(of: [
          .stack([RecipeLayer(.snapshot(.from), source: rectangle)], background: .black)
        ])
        _ = try walk.pair.pictures(of: [
          .stack([RecipeLayer(.snapshot(.from), clip: rectangle)], background: .black)
        ])
      }
    }
    add(
      "RGBAColor.init(red:green:blue:alpha:)", "RGBAColor.red", "RGBAColor.green", "RGBAColor.blue",
      "RGBAColor.alpha", "RGBAColor.description"
    ) { walk in
      for byte in [0, 1, 127, 128, 255] as [UInt8] {
        var color = RGBAColor(red: byte, green: byte, blue: byte, alpha: byte)
        (color.red, color.green, color.blue, color.alpha) = (byte, 0, 255, 255 - byte)
        #expect(RGBAColor(color.description) == color)
      }
    }
    add(
      "Snapshot.init(width:height:rgba:bytesPerRow:isPremultiplied:)",
      "Snapshot.init(width:height:bgra:bytesPerRow:isPremultiplied:)", "Snapshot.size", "Snapshot.rgba",
      "Snapshot.subscript(_:_:)", "Snapshot.==(_:_:)", "Snapshot.withSpan(_:)", "Snapshot.withUnsafeBytes(_:)"
    ) { walk in
      let bytes = [UInt8](repeating: 1, count: 24)
      await walk.integers(3, 2, 12) { numbers in
        let (width, height, stride) = (numbers[0], numbers[1], numbers[2])
        let picture = try Snapshot(width: width, height: height, rgba: bytes, bytesPerRow: stride)
        #expect(picture.size.area * 4 == picture.rgba.count)
        #expect(picture.withSpan { $0.byteCount } == picture.withUnsafeBytes { $0.count })
        #expect(picture != walk.picture)
      }
      await walk.integers(3, 2, 12) { numbers in
        let (width, height, stride) = (numbers[0], numbers[1], numbers[2])
        _ = try Snapshot(
          width: width, height: height, bgra: bytes, bytesPerRow: stride, isPremultiplied: true)
      }
      #expect(walk.picture[2, 1].red == 200)
      await walk.integers(2, 1) { place in _ = walk.picture[place[0], place[1]].description }
    }
  }
}
