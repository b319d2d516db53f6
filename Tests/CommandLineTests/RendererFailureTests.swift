import Foundation
import TestSupport
import Testing

extension ToolTests {
  @Suite("Renderers that are not available") struct RendererFailures: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Environments in which EGL fails in different ways.
    static let failures: [[String: String]] = [
      ["__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent"], ["LIBGL_DRIVERS_PATH": "/nonexistent"],
      ["GALLIUM_DRIVER": "bogus"], ["GALLIUM_DRIVER": "softpipe"],
      ["MESA_LOADER_DRIVER_OVERRIDE": "zink"],
    ]

    private static let frames = ["-d", "0.1", "-y", "-o", "out.raw", "--format", "raw", "--json"]

    @Test("--backend auto falls back to the CPU and reports EGL's failure", arguments: failures)
    func automatic(environment: [String: String]) async throws {
      let plain = try await tool.run(["from.png", "to.png", "--backend", "cpu"] + Self.frames)
      #expect(plain.code == 0)
      let expected = place.bytes("out.raw")
      let outcome = try await Tool(place, environment: environment).run(["from.png", "to.png"] + Self.frames)
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let renderer = try #require(outcome.report["renderer"] as? [String: Any])
      if environment["__EGL_VENDOR_LIBRARY_DIRS"] != nil {
        #expect(renderer["backend"] as? String == "cpu")
        #expect(renderer["reason"] as? String == "no hardware GPU found")
      } else {
        // Mesa's variables do not affect hardware of other vendors.
        #expect(
          renderer["software"] as? Bool == false || renderer["reason"] as? String == "no hardware GPU found")
      }
    }

    @Test("--backend gpu falls back to the CPU with a warning if there is no driver", arguments: failures)
    func requested(environment: [String: String]) async throws {
      let plain = try await tool.run(["from.png", "to.png", "--backend", "cpu"] + Self.frames)
      #expect(plain.code == 0)
      let expected = place.bytes("out.raw")
      let outcome = try await Tool(place, environment: environment).run(
        ["from.png", "to.png", "--backend", "gpu"] + Self.frames)
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let renderer = try #require(outcome.report["renderer"] as? [String: Any])
      if renderer["backend"] as? String == "cpu" {
        #expect(outcome.messages.contains("warning:") && outcome.messages.contains("no GPU could be used"))
      }
    }

    @Test("--require-gpu and --device cause exit code 69 without a GPU")
    func required() async throws {
      let bare = Tool(place, environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent"])
      let required = try await bare.render("-o", "out.webp", "--require-gpu")
      place.expect(required, code: 69, saying: "no GPU can be used")
      let named = try await bare.render("-o", "out.webp", "--device", "riva")
      place.expect(named, code: 69, saying: "riva")
    }

    @Test("segue devices marks the selected device with a reason", arguments: [[:]] + failures)
    func devices(environment: [String: String]) async throws {
      let outcome = try await Tool(place, environment: environment).run(["devices", "--json"])
      #expect(outcome.code == 0, "\(outcome.messages)")
      let devices = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
      #expect(devices.count { $0["selected"] as? Bool == true } == 1)
      #expect(devices.last?["kind"] as? String == "cpu")
      let kinds = ["egl-device", "gbm", "surfaceless", "cpu"]
      let keys = [
        "index", "kind", "reason", "renderer", "selected", "software", "usable", "vendor", "version",
      ]
      for device in devices {
        #expect(device.keys.sorted() == keys)
        #expect(kinds.contains(device["kind"] as? String ?? ""))
      }
      #expect(devices.allSatisfy { ($0["reason"] as? String)?.isEmpty == false })
    }

    @Test(
      "joined shards equal a whole run",
      arguments: cases(["cpu"], full: ["gpu"]))
    func shards(backend: String) async throws {
      let common = ["from.png", "to.png", "-d", "0.2", "--backend", backend, "-o"]
      func raw(_ arguments: String...) async throws -> [UInt8] {
        let outcome = try await tool.run(common + ["-", "--format", "raw"] + arguments)
        #expect(outcome.code == 0, "\(outcome.messages)")
        return outcome.output
      }
      let whole = try await raw()
      #expect(whole.count == (13 * 32 * 24 * 4 as Int))
      #expect(try await raw() == whole)
      let first = try await raw("--frames", "0-4")
      let second = try await raw("--frames", "5-5")
      let third = try await raw("--frames", "6-12")
      #expect(first + second + third == whole)

      #expect(try await tool.run(common + ["whole/"]).code == 0)
      #expect(try await tool.run(common + ["parts/", "--frames", "7-12"]).code == 0)
      #expect(try await tool.run(common + ["parts/", "--frames", "0-6"]).code == 0)
      #expect(place.names(in: "parts") == place.names(in: "whole"))
      for name in place.names(in: "whole") {
        #expect(place.bytes("parts/" + name) == place.bytes("whole/" + name))
      }

      let video = try await tool.run(common + ["-", "--format", "y4m"]).output
      let start = try await tool.run(common + ["-", "--format", "y4m", "--frames", "0-7"]).output
      let end = try await tool.run(common + ["-", "--format", "y4m", "--frames", "8-12"]).output
      let header = try #require(end.firstIndex(of: 10)) + 1
      #expect(start + end[header...] == video)
    }
  }
}
