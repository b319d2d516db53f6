// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package as somebody else might have it, with targets that are called as Segue's rooms once were. `make dependent`
// copies it out of the repository, builds it there, and says where Segue is.
let segue = ProcessInfo.processInfo.environment["SEGUE_REPOSITORY"] ?? "../.."
let rooms = [
  "CustomTransition", "Imaging", "Media", "Motion", "Rendering", "Shaders", "Snippets", "Text", "Transitions",
]

let package = Package(
  name: "dependent",
  dependencies: [.package(name: "segue", path: segue)],
  targets: rooms.map {
    .target(
      name: $0, dependencies: [.product(name: $0 == "Motion" ? "SegueMotion" : "Segue", package: "segue")])
  } + [
    .target(name: "AppWords"),
    .testTarget(
      name: "DependentTests",
      dependencies: rooms.map { .target(name: $0) } + [
        "AppWords",
        .product(name: "Segue", package: "segue"), .product(name: "SegueMotion", package: "segue"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
