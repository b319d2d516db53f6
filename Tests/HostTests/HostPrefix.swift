import Foundation
import SegueImaging
import TestSupport
import Testing

/// An installation as by `make install`, in the folder that `TESTED_HOSTS` names.
struct HostPrefix: Sendable {
  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized.path
  /// The installation of all tests; `nil` if `TESTED_HOSTS` is unset.
  static let tested = ProcessInfo.processInfo.environment["TESTED_HOSTS"].map { HostPrefix(path: $0) }

  let path: String

  var library: String { URL(fileURLWithPath: path + "/lib/libsegue.so").resolvingSymlinksInPath().path }

  /// The folder of the frei0r plug-ins.
  var plugins: String { path + "/lib/frei0r-1/segue" }

  /// Compiles a C or C++ source against the installed header and library.
  func compile(_ source: String, language: String, to program: String) async throws {
    try await Program(language == "c" ? "cc" : "c++").output([
      "-x", language, Self.root + "/" + source, "-o", program, "-Wall", "-Werror", "-I\(path)/include",
      "-L\(path)/lib", "-lsegue", "-Wl,-rpath,\(path)/lib",
    ])
  }
}

/// The tool's frames of every built-in between two opaque pictures of 64 by 40 pixels.
struct ToolFrames: Sendable {
  static let (width, height) = (64, 40)
  /// Progresses in eighths, which are exact in every program's decimal and binary numbers.
  static let eighths = [3, 6]

  static let shared = Task { try await ToolFrames() }

  /// The folder of from.png, to.png, from.rgba and to.rgba.
  let place: Workplace
  let from: [UInt8]
  let to: [UInt8]
  /// The names in the tool's order.
  let names: [String]
  private let frames: [String: [UInt8]]

  private init() async throws {
    place = try Workplace()
    let pictures = [UInt64(1), 2].map { seed in
      var numbers = SplitMix64(seed)
      return Snapshot(width: Self.width, height: Self.height) { x, y in
        let bits = numbers.next()
        return RGBAColor(
          red: UInt8(bits & 255), green: UInt8(4 * x), blue: UInt8(bits >> 8 & 127) + UInt8(3 * y))
      }
    }
    (from, to) = (pictures[0].bytes, pictures[1].bytes)
    for (picture, name) in zip(pictures, ["from", "to"]) {
      try place.write(picture, to: name + ".png")
      try place.write(picture.bytes, to: name + ".rgba")
    }
    let tool = try Program.built("segue")
    let list = try JSONSerialization.jsonObject(with: Data(try await tool.output(["list", "--json"])))
    names = (list as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    let jobs = names.flatMap { name in
      Self.eighths.map { eighth in
        #"{"from":"from.png","to":"to.png","output":"\#(name)-\#(eighth).raw","format":"raw","#
          + #""transition":"\#(name)","at":\#(Double(eighth) / 8)}"#
      }
    }
    try place.write(jobs.joined(separator: "\n") + "\n", to: "jobs.jsonl")
    _ = try await tool.output(["batch", "jobs.jsonl", "--quiet"], in: place.path)
    var frames: [String: [UInt8]] = [:]
    for name in names {
      for eighth in Self.eighths { frames["\(name) \(eighth)"] = place.bytes("\(name)-\(eighth).raw") }
    }
    self.frames = frames
  }

  /// The tool's frame at a progress of `eighth` eighths.
  func frame(_ name: String, at eighth: Int) -> [UInt8]? {
    switch eighth {
    case 0: from
    case 8: to
    default: frames["\(name) \(eighth)"]
    }
  }

  /// The transitions whose frame from another program differs from the tool's, each with the number of
  /// differing bytes.
  func differences(at eighth: Int, _ drawn: (String) throws -> [UInt8]?) rethrows -> [String] {
    try names.compactMap { name in
      guard let expected = frame(name, at: eighth) else { return "\(name): the tool has no such frame" }
      guard let drawn = try drawn(name), drawn.count == expected.count else {
        return "\(name): the program has no such frame"
      }
      let count = zip(expected, drawn).count { $0 != $1 }
      return count == 0 ? nil : "\(name): \(count) bytes"
    }
  }
}

/// Tests that start other programs, one after the other, with a release build of the library.
@Suite(
  .serialized, .needs(),
  .enabled(
    if: HostPrefix.tested != nil,
    "TESTED_HOSTS names no folder; `make hosts` makes one, and `make test` tries it"))
struct HostTests {}
