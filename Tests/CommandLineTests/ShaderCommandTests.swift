import Foundation
import Testing

/// What the tool itself says about shaders, through the real binary.
@Suite("Shaders on the command line")
struct ShaderCommandTests {
  /// A finished run of the tool.
  struct Run {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs the tool that was built beside these tests, in a folder of its own with `files`.
  private func run(
    _ arguments: [String], files: [String: String] = [:], environment: [String: String] = [:]
  ) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = Bundle(for: Anchor.self).bundleURL.appending(path: "segue")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (folder.appending(path: ".output"), folder.appending(path: ".errors"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Run(
      code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private final class Anchor {}

  private static let fade =
    "// Author: me\nuniform float x; // = 1.\nvec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }\n"

  /// Whether `segue check` can draw here.
  private func canDraw() throws -> Bool {
    let run = try run(["check", "fade.glsl", "-s", "16x16"], files: ["fade.glsl": Self.fade])
    if ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1" { #expect(run.code == 0) }
    return run.code == 0
  }

  @Test("an error in a shader is 65 with the author's line and its text")
  func compileError() throws {
    guard try canDraw() else {
      print("skipped: no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
      return
    }
    let text =
      "// one\nuniform float x; // = 1.\nvec4 transition(vec2 uv) {\n  return vec4(nothing * x);\n}\n"
    let run = try run(["check", "bad.glsl", "-s", "16x16"], files: ["bad.glsl": text])
    #expect(run.code == 65)
    #expect(run.errors.contains("bad.glsl:4: "))
    #expect(run.errors.contains("nothing"))
    #expect(run.errors.contains("  |   return vec4(nothing * x);"))
  }

  @Test("a text that is no shader is 65, one that is not there 66")
  func noShader() throws {
    let unfinished = try run(["list", "bad.glsl"], files: ["bad.glsl": "/* never closed"])
    #expect(unfinished.code == 65)
    #expect(unfinished.errors.contains("bad.glsl:1: a comment /* without its end"))
    #expect(try run(["list", "missing.glsl"]).code == 66)
  }

  @Test("a shader on the CPU renderer and a mistyped parameter are 64")
  func usage() throws {
    let files = ["fade.glsl": Self.fade]
    let cpu = try run(["a", "b", "-t", "fade.glsl", "-o", "c.y4m", "--backend", "cpu"], files: files)
    #expect(cpu.code == 64)
    #expect(cpu.errors.contains("takes OpenGL"))
    let mistyped = try run(["a", "b", "-t", "fade.glsl", "-o", "c.y4m", "-p", "y=1"], files: files)
    #expect(mistyped.code == 64)
    #expect(mistyped.errors.contains("no parameter “y”"))
  }

  @Test("files of the listed folders have names; ffmpeg's names are listed")
  func lists() throws {
    let named = try run(
      ["list"], files: ["my-fade.glsl": Self.fade], environment: ["SEGUE_TRANSITIONS_PATH": "."])
    #expect(named.code == 0)
    #expect(named.output.contains("my-fade "))
    let aliases = try run(["list", "--aliases", "xfade"])
    #expect(aliases.output.split(separator: "\n").count == 58)
  }
}
