// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of a user, with targets that are named like Segue's former modules. `make dependent`
// copies it out of the repository and builds it there with the path of Segue.
let segue = ProcessInfo.processInfo.environment["SEGUE_REPOSITORY"] ?? "../.."
let modules = [
  "CustomTransition", "Imaging", "Media", "Motion", "Rendering", "Shaders", "Snippets", "Text", "Transitions",
]

func product(_ module: String) -> String {
  switch module {
  case "Motion": "SegueMotion"
  case "Snippets": "SegueFilms"
  default: "Segue"
  }
}

let package = Package(
  name: "dependent",
  dependencies: [.package(name: "segue", path: segue)],
  targets: modules.map {
    .target(name: $0, dependencies: [.product(name: product($0), package: "segue")])
  } + [
    .target(name: "AppWords"),
    .testTarget(
      name: "DependentTests",
      dependencies: modules.map { .target(name: $0) } + [
        "AppWords",
        .product(name: "Segue", package: "segue"), .product(name: "SegueFilms", package: "segue"),
        .product(name: "SegueMotion", package: "segue"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
