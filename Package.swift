// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "segue",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Segue", targets: ["Segue"]),
    .library(name: "SegueFilms", targets: ["SegueFilms"]),
    .library(name: "SegueRecipes", targets: ["SegueRecipes"]),
    .library(name: "SegueMotion", targets: ["SegueMotion"]),
    .executable(name: "segue", targets: ["segue-cli"]),
    // The C library; Tools/link.sh links it statically for `make library`.
    .library(name: "SegueLibrary", type: .dynamic, targets: ["SegueLibrary"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    // C code: kernels, and shims of libraries, some of them loaded at run time.
    .target(name: "CSegueLoading"),
    .target(
      name: "CSegueCodecs", dependencies: ["CSegueLoading"],
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("webp"),
        .linkedLibrary("webpmux"), .linkedLibrary("webpdemux"), .linkedLibrary("deflate"),
      ]),
    .target(name: "CSeguePangoCairo", dependencies: ["CSegueLoading"]),
    .target(name: "CSegueOpenGL", dependencies: ["CSegueLoading"]),
    .target(name: "CSegueLoudness", dependencies: ["CSegueLoading"]),
    .target(name: "CSegueKernels"),
    .target(name: "CSegueHash"),
    .target(name: "CSegueSpawn"),

    // Modules, the lowest layer first.
    .target(name: "SegueMath"),
    .target(name: "SegueFields", dependencies: ["SegueMath"]),
    .target(name: "CSegueCores"),
    .target(name: "SegueImaging", dependencies: ["SegueFields", "CSegueCores"]),
    .target(name: "SegueMotion", dependencies: ["SegueFields"]),
    .target(name: "SegueBitstream", dependencies: ["SegueMotion"]),
    // libass, loaded at run time.
    .target(name: "CSegueSubtitles", dependencies: ["CSegueLoading"]),
    .target(name: "SegueText", dependencies: ["SegueImaging", "CSeguePangoCairo", "CSegueSubtitles"]),
    .target(
      name: "SegueShaders", path: "Shaders",
      resources: [.embedInCode("Common"), .embedInCode("Plan"), .embedInCode("User")]),
    .target(
      name: "SegueRendering", dependencies: ["SegueImaging", "CSegueKernels", "SegueMath", "SegueShaders"],
      resources: [.embedInCode("Nodes/Shaders")]),
    .target(name: "SegueCPU", dependencies: ["SegueRendering", "CSegueKernels"]),
    .target(name: "SegueGPU", dependencies: ["SegueRendering", "SegueShaders", "CSegueOpenGL"]),
    .target(
      name: "SegueTransitions", dependencies: ["SegueMath", "SegueRendering", "SegueMotion"],
      resources: [.embedInCode("Built-in/Looks")]),
    .target(name: "SegueGLTransitions", dependencies: ["SegueTransitions"]),
    .target(name: "SegueRecipes", dependencies: ["SegueCPU", "SegueGLTransitions"]),
    .target(name: "CSegueLibrary"),
    .target(name: "SegueLibrary", dependencies: ["SegueRecipes", "CSegueLibrary", "CSegueKernels"]),
    .target(name: "SegueSystem", dependencies: ["SegueFields", "CSegueHash", "CSegueSpawn"]),
    .target(
      name: "SegueMedia",
      dependencies: ["SegueImaging", "SegueMath", "SegueSystem", "CSegueCodecs", "CSegueLoudness"]),
    .target(name: "SegueSound", dependencies: ["SegueMedia"]),
    .target(
      name: "SegueRun",
      dependencies: [
        "SegueCPU", "SegueGPU", "SegueGLTransitions", "SegueMedia", "SegueText",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(name: "Segue", dependencies: ["SegueRun"]),
    .target(
      name: "SegueFilm", dependencies: ["SegueRun", "SegueSound", "SegueBitstream", "SegueText"]),
    .target(name: "SegueFilmFiles", dependencies: ["SegueFilm"]),
    .target(name: "SegueBatch", dependencies: ["SegueFilm"]),
    .target(name: "SegueFilms", dependencies: ["Segue", "SegueBatch", "SegueFilmFiles"]),
    // No dependency on films, so that it compiles in parallel with them.
    .target(name: "SegueTools", dependencies: ["SegueRun", "SegueSystem", "SegueText", "CSegueKernels"]),
    // The live page, whose files the C compiler embeds.
    .target(name: "CSeguePreviewPage", exclude: ["page"]),
    .target(
      name: "SeguePreview",
      dependencies: [
        "SegueFilms", "SegueTools", "CSeguePreviewPage", .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    // The tool's exit if the system refuses memory or threads.
    .target(name: "CSegueRefusal", dependencies: ["CSegueCores"]),
    .executableTarget(
      name: "segue-cli",
      dependencies: [
        "SegueFilms", "SegueTools", "SeguePreview", "CSegueLibrary", "CSegueRefusal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], resources: [.embedInCode("Completions")]),
    .executableTarget(
      name: "CustomTransition", dependencies: ["Segue"], path: "Examples/CustomTransition"),

    // Tests, one target for each module, and their shared code.
    .target(
      name: "TestSupport", dependencies: ["CSegueSpawn", "SegueGPU", "SegueMedia", "SegueSystem"],
      path: "Tests/TestSupport"),
    .testTarget(name: "MathTests", dependencies: ["SegueMath"], exclude: ["functions.txt"]),
    .testTarget(name: "ImagingTests", dependencies: ["SegueImaging", "TestSupport"]),
    .testTarget(
      name: "MotionTests", dependencies: ["SegueMotion", "TestSupport"], exclude: ["curves.txt"]),
    .testTarget(name: "BitstreamTests", dependencies: ["SegueBitstream", "TestSupport"]),
    .testTarget(name: "TextTests", dependencies: ["SegueText"]),
    .testTarget(name: "TransitionTests", dependencies: ["SegueTransitions", "TestSupport"]),
    // Prints a hash of each built-in's frames, to compare machines, processors and libraries.
    .executableTarget(name: "recipe-hashes", dependencies: ["SegueRecipes"], path: "Tests/RecipeHashes"),
    .testTarget(name: "RecipesTests", dependencies: ["SegueRecipes", "recipe-hashes", "TestSupport"]),
    .testTarget(
      name: "GLTransitionsTests", dependencies: ["SegueGLTransitions", "SegueGPU", "TestSupport"],
      resources: [.copy("Transitions")]),
    .target(
      name: "PixelOracle", dependencies: ["SegueRendering", "SegueTransitions"], path: "Tests/PixelOracle"),
    .testTarget(
      name: "RendererTests",
      dependencies: [
        "PixelOracle",
        "SegueCPU", "CSegueKernels", "CSegueLoading", "SegueGPU", "SegueMath", "SegueTransitions",
        "TestSupport",
      ]),
    .testTarget(name: "SystemTests", dependencies: ["SegueSystem", "TestSupport"]),
    .testTarget(name: "MediaIOTests", dependencies: ["SegueMedia", "TestSupport"]),
    .testTarget(name: "SoundTests", dependencies: ["SegueSound", "TestSupport"]),
    .testTarget(
      name: "RunTests",
      dependencies: ["SegueFilms", "TestSupport", .product(name: "Logging", package: "swift-log")]),
    .testTarget(
      name: "LibraryTests", dependencies: ["SegueLibrary", "CSegueLibrary", "SegueRecipes", "TestSupport"]),
    .testTarget(
      name: "HostTests", dependencies: ["segue-cli", "SegueImaging", "TestSupport"], exclude: ["reopen.c"]),
    .testTarget(name: "PublicValueTests", dependencies: ["SegueFilms", "TestSupport"]),
    .testTarget(name: "SegueToolsTests", dependencies: ["Segue", "SegueTools", "SegueText"]),
    // Values of the keys of film files, from their schema.
    .target(name: "FilmSamples", dependencies: ["SegueFilmFiles"], path: "Tests/FilmSamples"),
    .testTarget(name: "FilmTests", dependencies: ["FilmSamples", "SegueFilms", "TestSupport"]),
    .testTarget(
      name: "PreviewTests", dependencies: ["SeguePreview", "SegueTools", "segue-cli", "TestSupport"],
      exclude: ["Browser"]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["segue-cli", "FilmSamples", "SegueFilms", "TestSupport"],
      exclude: ["HelpScreens.txt"]),
    .testTarget(name: "BatchTests", dependencies: ["SegueFilms", "TestSupport"]),
    .testTarget(name: "ReadmeTests", dependencies: ["CustomTransition", "SegueFilms", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// SwiftPM rebuilds a target only if a module that it names has changed. So each target names its indirect dependencies, too:
// a test that imports only `Segue` depends on the layout of a film's title.
let dependencies = Dictionary(
  uniqueKeysWithValues: package.targets.map { target in
    let names = target.dependencies.compactMap { dependency -> String? in
      if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    return (target.name, names)
  })
func modules(below name: String) -> Set<String> {
  dependencies[name, default: []].reduce(into: []) { $0.formUnion(modules(below: $1).union([$1])) }
}
for target in package.targets {
  let named = Set(dependencies[target.name, default: []])
  target.dependencies += modules(below: target.name).subtracting(named).sorted().map { .byName(name: $0) }
}

// Tools/build.sh names the build. The modules with loops over pixels, samples or characters are optimised in both. In `tests`
// all others compile faster without optimisation, and a warning is an error. In `tool` all others are optimised for size.
if let build = Context.environment["SEGUE_BUILD"] {
  let optimised: Set<String> = [
    "SegueMath", "SegueImaging", "SegueRendering", "SegueCPU", "SegueGPU", "SegueTransitions",
    "SegueGLTransitions", "SegueSound", "PixelOracle",
  ]
  for target in package.targets {
    if build == "tests" { target.swiftSettings = [.treatAllWarnings(as: .error)] }
    if optimised.contains(target.name) {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-O"])]
    }
  }
}
