// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package that only draws, between pictures in memory. `Tests/RecipesPackage/run.sh` copies it
// out of the repository and builds it without the libraries for files and GPUs.
let segue = ProcessInfo.processInfo.environment["SEGUE_REPOSITORY"] ?? "../.."

let package = Package(
  name: "pages",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "segue", path: segue)],
  targets: [
    .target(name: "Pages", dependencies: [.product(name: "SegueRecipes", package: "segue")]),
    .testTarget(name: "RecipesPackageTests", dependencies: ["Pages"]),
  ],
  swiftLanguageModes: [.v6]
)
