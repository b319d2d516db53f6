import FoundationEssentials
import SegueSystem

extension ClipProbe {
  /// The mastering light levels of a PQ video, from its first picture; `nil` if they are not
  /// stated.
  package func light(of info: ClipInfo) async throws -> LightLevels? {
    let path = info.path
    let process = MediaProcess(name: path, file: path, timeLimit: .seconds(30))
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.whitelists + [
        "-select_streams", "\(info.video?.stream ?? 0)", "-show_frames", "-read_intervals", "%+#1",
        "-show_entries", "frame=side_data_list", "-of", "json", "-i", "file:\(path)",
      ], outputLimit: 1 << 20)
    let sides = (try? JSONDecoder().decode(Frames.self, from: Data(output)))?.frames?.first?.side_data_list
    var levels = LightLevels()
    for side in sides ?? [] {
      let points = [
        side.green_x, side.green_y, side.blue_x, side.blue_y, side.red_x, side.red_y, side.white_point_x,
        side.white_point_y,
      ].compactMap { $0.flatMap(Self.value) }
      if points.count == 8 { levels.chromaticities = points }
      let luminance = [side.max_luminance, side.min_luminance].compactMap { $0.flatMap(Self.value) }
      if luminance.count == 2 { levels.luminance = luminance }
      if let content = side.max_content, let average = side.max_average {
        levels.content = [content, average]
      }
    }
    return levels.isEmpty ? nil : levels
  }

  /// The value of a fraction such as `34000/50000`.
  private static func value(_ text: String) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : nil
  }

  private struct Frames: Decodable { var frames: [Frame]? }

  private struct Frame: Decodable { var side_data_list: [SideData]? }

  /// The display matrix and the light levels, as ffprobe prints them.
  private struct SideData: Decodable {
    var green_x, green_y, blue_x, blue_y, red_x, red_y, white_point_x, white_point_y: String?
    var min_luminance, max_luminance: String?
    var max_content, max_average: Int?
  }
}
