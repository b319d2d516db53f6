import SegueFields
import SegueImaging
import SegueMedia
import SegueSystem

extension OutputRequest {
  /// The requested format, else the format of the path's extension; `nil` if there is neither, as for a
  /// plan.
  package var knownFormat: OutputFormat? { try? OutputFormat.resolve(path: path, format: format) }

  /// The colour encoding and depth of the frames; by default 8-bit SDR.
  package var frameColor: FrameColor { FrameColor(color ?? .sdr, depth ?? .eight) }

  /// Resolves unset colour options from the first input, and returns a notice about each surprising choice.
  /// - Parameters:
  ///   - source: the colour encoding of the first input.
  ///   - name: the name of the first input.
  /// - Throws: `UsageError` or `MediaError.unsupported` if the format does not support a requested option.
  package func settlingColor(
    _ source: ColorEncoding, of name: String, _ names: PropertyNames
  ) throws -> (OutputRequest, notices: [Notice]) {
    let format = knownFormat ?? .mp4
    try checkDepth(format)
    var (settled, notices) = (self, [Notice]())
    let holdsMore = holdsHDR(format)
    if let color, color.isHDR {
      guard holdsMore else {
        throw UsageError.invalidValue(
          option: .color, value: color.rawValue, expected: "sdr\(Self.reason(format, codec, depth, names))")
      }
    } else if color == nil {
      settled.color = source.isHDR && holdsMore ? source : .sdr
      if source.isHDR, !holdsMore, depth != .eight {
        let sentence = names.text(
          """
          \(name) is \(source.name), but the output is sdr\(Self.reason(format, codec, depth, names)); \
          \(option: .color) sdr omits this note
          """)
        notices.append(Notice(.loss, of: .color, sentence))
      }
    }
    let isHDR = settled.color?.isHDR == true
    settled.depth =
      depth ?? (isHDR || codec == .prores ? (format.facts.holdsSixteenBits ? .sixteen : .ten) : .eight)
    if settled.depth == .ten, codec == nil { settled.codec = format.facts.tenBitCodec }
    if isHDR, color == nil {
      let sentence = names.text(
        """
        the output is \(source.name), \(settled.depth?.rawValue ?? 10) bits\(settled.codec.map { ", \($0.name)" } ?? ""), \
        like \(name); \(option: .color) sdr plays everywhere
        """)
      notices.append(Notice(.note, of: .color, sentence))
    }
    return (settled, notices)
  }

  private func checkDepth(_ format: OutputFormat) throws {
    let facts = format.facts
    func refused(_ expected: String) -> UsageError {
      .invalidValue(option: .depth, value: "\(depth?.rawValue ?? 8)", expected: expected)
    }
    switch depth {
    case let depth? where depth != .eight && !facts.depths.contains(depth):
      let held = facts.depths.map { "\($0.rawValue)" }.joined(separator: " or ")
      let formats = OutputFormat.allCases.filter { $0.facts.depths.contains(depth) }.map(\.rawValue)
      throw refused(
        "\(held) for \(format.rawValue); \(depth.rawValue) bits per channel are for "
          + formats.joined(separator: ", "))
    case .eight? where color?.isHDR == true:
      throw refused("\(facts.holdsSixteenBits ? "16" : "10") for \(color?.rawValue ?? "")")
    default: break
    }
  }

  /// Whether the output can hold HDR and, unless an encoding is requested, label it as HDR.
  private func holdsHDR(_ format: OutputFormat) -> Bool {
    if depth == .eight || color == nil && !format.facts.storesColor { return false }
    // A picture is SDR unless more bits or an encoding are requested.
    if format.facts.holdsSixteenBits { return depth == .sixteen || color != nil }
    guard format.facts.holdsTenBits else { return false }
    return switch codec?.facts.tenBits {
    case nil, .always: true
    case .requested: depth == .ten
    case .never: false
    }
  }

  private static func reason(
    _ format: OutputFormat, _ codec: VideoCodec?, _ depth: ColorDepth?, _ names: PropertyNames
  ) -> String {
    if depth == .eight { return ", since 8 bits hold only sdr" }
    if !format.facts.storesColor { return ", since \(format.rawValue) cannot label its values as HDR" }
    if format.facts.holdsSixteenBits {
      return names.text(", since \(format.rawValue) holds HDR only with 16 bits (\(option: .depth) 16)")
    }
    if let codec, format.facts.holdsTenBits {
      if codec.facts.tenBits == .never { return ", since \(codec.name) holds only sdr" }
      return ", unless \(codec.name) has 10 bits"
    }
    return ", since \(format.rawValue) holds only sdr"
  }
}

extension OutputFormat.Facts {
  /// The supported bits per channel.
  fileprivate var depths: [ColorDepth] {
    [.eight] + (holdsTenBits ? [.ten] : []) + (holdsSixteenBits ? [.sixteen] : [])
  }
}

extension ColorEncoding {
  /// The name in messages.
  package var name: String {
    switch self {
    case .sdr: "sdr"
    case .hlg: "HLG"
    case .pq: "PQ"
    }
  }
}
