// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "segue",
  products: [
    .library(name: "Segue", targets: ["Segue"]),
    .library(name: "SegueMotion", targets: ["Motion"]),
    .executable(name: "segue", targets: ["segue-cli"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    // Libraries of the system.
    .systemLibrary(name: "CEGL", pkgConfig: "egl", providers: [.apt(["libegl-dev"])]),
    .systemLibrary(name: "CGLES", pkgConfig: "glesv2", providers: [.apt(["libgles-dev"])]),
    .systemLibrary(name: "CGBM", pkgConfig: "gbm", providers: [.apt(["libgbm-dev"])]),
    .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .target(
      name: "CImageCodecs",
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("webp"),
        .linkedLibrary("webpmux"), .linkedLibrary("webpdemux"), .linkedLibrary("lcms2"),
        .linkedLibrary("deflate"), .linkedLibrary("heif"),
      ]),
    .target(name: "CPixelKernels"),
    .target(name: "CContentHash"),

    // The rooms, from the lowest up.
    .target(name: "Imaging"),
    .target(name: "Motion"),
    .target(name: "Text", dependencies: ["Imaging", "CPangoCairo"]),
    .target(
      name: "Shaders", path: "Shaders",
      resources: [.embedInCode("Common"), .embedInCode("Plan"), .embedInCode("Nodes"), .embedInCode("User")]),
    .target(name: "Rendering", dependencies: ["Imaging", "CPixelKernels", "Shaders"]),
    .target(name: "CPURenderer", dependencies: ["Rendering", "CPixelKernels"]),
    .target(name: "GPURenderer", dependencies: ["Rendering", "Shaders", "CEGL", "CGLES", "CGBM"]),
    .target(name: "Transitions", dependencies: ["Rendering", "Motion"]),
    .target(name: "GLTransitions", dependencies: ["Transitions"]),
    .target(
      name: "MediaIO",
      dependencies: [
        "Imaging", "CImageCodecs", .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(
      name: "Segue",
      dependencies: [
        "CPURenderer", "CPixelKernels", "GPURenderer", "GLTransitions", "MediaIO", "Text", "CContentHash",
      ]),
    .target(name: "SegueTools", dependencies: ["Segue", "Text", "CPixelKernels"]),
    // The live page; its files are embedded by the C compiler.
    .target(name: "PreviewPage", exclude: ["page"]),
    .target(
      name: "SeguePreview",
      dependencies: [
        "Segue", "SegueTools", "PreviewPage", .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "segue-cli",
      dependencies: [
        "Segue", "SegueTools", "SeguePreview", "Text", "GLTransitions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ], resources: [.embedInCode("Completions")]),
    .executableTarget(
      name: "CustomTransition", dependencies: ["Segue"], path: "Examples/CustomTransition"),

    // One folder of tests for each room.
    .testTarget(name: "ImagingTests", dependencies: ["Imaging"]),
    .testTarget(name: "MotionTests", dependencies: ["Motion"]),
    .testTarget(name: "TextTests", dependencies: ["Text"]),
    .testTarget(name: "TransitionTests", dependencies: ["Transitions"]),
    .testTarget(
      name: "GLTransitionsTests", dependencies: ["GLTransitions", "GPURenderer"],
      resources: [.copy("Transitions")]),
    .testTarget(
      name: "RendererTests", dependencies: ["CPURenderer", "CPixelKernels", "GPURenderer", "Transitions"]),
    .testTarget(name: "MediaIOTests", dependencies: ["MediaIO"]),
    .testTarget(name: "SegueTests", dependencies: ["Segue"]),
    .testTarget(name: "SegueToolsTests", dependencies: ["SegueTools", "Text"]),
    .testTarget(name: "FilmTests", dependencies: ["CPixelKernels", "Segue"]),
    .testTarget(name: "PreviewTests", dependencies: ["SeguePreview", "segue-cli"], exclude: ["Browser"]),
    .testTarget(name: "CommandLineTests", dependencies: ["segue-cli", "Segue", "Text"]),
    .testTarget(name: "BatchTests", dependencies: ["Segue"]),
    .testTarget(name: "ReadmeTests", dependencies: ["CustomTransition", "Segue"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)
