import Foundation
import Testing

/// The number of tests in a run, from `TIER` in the environment, which the Makefile's targets set.
package enum Tier: String {
  /// `make quick`: fast tests without processes and OpenGL.
  case quick
  /// `make test`, and runs without `TIER`: every class once.
  case usual
  /// `make check`: all sizes, rates, formats, drivers and orders.
  case full

  package static let current =
    ProcessInfo.processInfo.environment["TIER"].map { Tier(rawValue: $0) ?? .full } ?? .usual
}

/// Arguments of a test: `usual` in every run, `more` also in `make check`.
package func cases<Case>(_ usual: [Case], full more: [Case]) -> [Case] {
  Tier.current == .full ? usual + more : usual
}

/// The first `count` of `all`; all of them in `make check`.
package func cases<Case>(_ count: Int, of all: [Case]) -> [Case] {
  Tier.current == .full ? all : Array(all.prefix(count))
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that repeats another test for more sizes, rates, formats or orders.
  package static var full: Self { .enabled(if: Tier.current == .full, "it runs in `make check`") }

  /// The trait of slow tests that start no program.
  package static var takesLong: Self {
    .disabled(if: Tier.current == .quick, "it is slow, and `make quick` skips it")
  }
}
