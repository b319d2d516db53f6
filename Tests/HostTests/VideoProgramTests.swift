import Foundation
import FoundationXML
import TestSupport
import Testing

extension HostTests {
  /// The frei0r plug-ins in the programs that load them.
  @Suite("MLT and GStreamer") struct VideoPrograms {
    /// An MLT project in which each transition has nine frames.
    private static func project(_ tool: ToolFrames, property: String = "") -> String {
      let length = 9 * tool.names.count
      let producers = ["from", "to"].map { name in
        """
        <producer id="\(name)" out="\(length - 1)"><property name="resource">\(tool.place.file(name + ".png"))</property>\
        <property name="length">\(length)</property></producer>
        """
      }
      let transitions = tool.names.enumerated().map { index, name in
        """
        <transition in="\(9 * index)" out="\(9 * index + 8)"><property name="a_track">0</property>\
        <property name="b_track">1</property><property name="0">0=0;8=1</property>\(property)\
        <property name="mlt_service">frei0r.\(Self.file(name))</property></transition>
        """
      }
      return """
        <mlt><profile width="64" height="40" frame_rate_num="25" frame_rate_den="1" sample_aspect_num="1" sample_aspect_den="1" \
        display_aspect_num="8" display_aspect_den="5" progressive="1" colorspace="709"/>
        \(producers.joined())<tractor out="\(length - 1)"><track producer="from"/><track producer="to"/>
        \(transitions.joined(separator: "\n"))</tractor></mlt>
        """
    }

    static func file(_ name: String) -> String { "segue_" + name.replacing("-", with: "_") }

    @Test(
      "melt draws the tool's bytes with every built-in",
      .needs("melt"), arguments: cases([#"<property name="threads">2</property>"#], full: [""]))
    func melt(property: String) async throws {
      let (prefix, tool, place) = (
        try #require(HostPrefix.tested), try await ToolFrames.shared.value, try Workplace()
      )
      try place.write(Self.project(tool, property: property), to: "project.mlt")
      var frames: [UInt8] = []
      // MLT's avformat consumer starts its thread before it sets the property `running`, without which the thread ends. Then
      // melt writes an empty file and ends with 0, or waits for the thread forever.
      for _ in 0..<5 where frames.isEmpty {
        let outcome = try await Program("timeout").run(
          [
            "30", "melt", place.file("project.mlt"), "-consumer", "avformat:" + place.file("frames"),
            "f=rawvideo", "vcodec=rawvideo", "pix_fmt=rgba", "mlt_image_format=rgba", "an=1", "real_time=-1",
          ], environment: ["FREI0R_PATH": prefix.plugins])
        #expect(outcome.code == 0 || outcome.code == 124, "\(outcome.messages)")
        frames = place.bytes("frames") ?? []
      }
      let size = tool.from.count
      try #require(frames.count == 9 * tool.names.count * size)
      // The first frame of a run in slices is drawn before their number is known.
      for eighth in property.isEmpty ? [0, 3, 6, 8] : [3, 6, 8] {
        let differences = tool.differences(at: eighth) { name in
          tool.names.firstIndex(of: name).map { Array(frames[((9 * $0 + eighth) * size)...].prefix(size)) }
        }
        #expect(differences == [])
      }
    }

    @Test("gst-launch-1.0 draws the tool's bytes with every built-in", .needs("gst-launch-1.0"))
    func gstreamer() async throws {
      let (prefix, tool, place) = (
        try #require(HostPrefix.tested), try await ToolFrames.shared.value, try Workplace()
      )
      var pipeline: [String] = []
      for name in ["from", "to"] {
        pipeline += [
          "filesrc", "location=\"\(tool.place.file(name + ".rgba"))\"", "blocksize=\(tool.from.count)", "!",
        ]
        pipeline += [
          "rawvideoparse", "width=64", "height=40", "format=rgba", "framerate=25/1", "!", "tee",
          "name=\(name)",
        ]
      }
      for (index, name) in tool.names.enumerated() {
        let element = "frei0r-mixer-" + Self.file(name).replacing("_", with: "-")
        pipeline += [
          element, "name=m\(index)", "progress=0.375", "!", "filesink", "location=\"\(place.file(name))\"",
        ]
        for (pad, input) in ["from", "to"].enumerated() {
          pipeline += ["\(input).", "!", "queue", "!", "m\(index).sink_\(pad)"]
        }
      }
      let outcome = try await Program("gst-launch-1.0").run(
        ["-q"] + pipeline,
        environment: [
          "FREI0R_PATH": prefix.plugins, "GST_REGISTRY": place.file("registry"), "GST_REGISTRY_FORK": "no",
        ])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(tool.differences(at: 3) { place.bytes($0) } == [])
    }

    @Test("opening a plug-in a thousand times leaks no memory", .needs("cc")) func reopened()
      async throws
    {
      let (prefix, place) = (try #require(HostPrefix.tested), try Workplace())
      try await Program("cc").output([
        HostPrefix.root + "/Tests/HostTests/reopen.c", "-o", place.file("reopen"), "-ldl",
      ])
      let grown = try await Program(place.file("reopen")).output([prefix.plugins + "/segue_slide.so"])
      #expect(
        Int(String(decoding: grown, as: UTF8.self)) ?? .max < 1000,
        "\(String(decoding: grown, as: UTF8.self)) kB")
    }

    @Test("Kdenlive's descriptions name the plug-in's progress parameter") func kdenlive() async throws {
      let (prefix, tool) = (try #require(HostPrefix.tested), try await ToolFrames.shared.value)
      for name in tool.names {
        let file = "\(prefix.path)/share/kdenlive/transitions/\(Self.file(name)).xml"
        let document = try XMLDocument(contentsOf: URL(fileURLWithPath: file))
        for (path, expected) in [
          ("/transition/@tag", "frei0r." + Self.file(name)),
          ("/transition/parameter[@name='0']/@default", "0=0;-1=1"),
          ("/transition/parameter[@name='0']/name", "progress"),
        ] {
          #expect(try document.nodes(forXPath: path).map(\.stringValue) == [expected])
        }
      }
    }
  }
}
