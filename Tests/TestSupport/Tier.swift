import Foundation
import Testing

/// How many tests a run takes, as `TIER` in the environment says; the Makefile's targets set it.
package enum Tier: String {
  /// `make quick`: what starts no program, draws without OpenGL and is over at once.
  case quick
  /// `make test`, and any run without `TIER`: every class once.
  case usual
  /// `make check`: all sizes, rates, formats, drivers and orders.
  case full

  package static let current =
    ProcessInfo.processInfo.environment["TIER"].map { Tier(rawValue: $0) ?? .full } ?? .usual
}

/// Arguments of a test: `usual` in every run, `more` in `make check` too.
package func cases<Case>(_ usual: [Case], full more: [Case]) -> [Case] {
  Tier.current == .full ? usual + more : usual
}

/// The first `count` of `all`; all of them in `make check`.
package func cases<Case>(_ count: Int, of all: [Case]) -> [Case] {
  Tier.current == .full ? all : Array(all.prefix(count))
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that repeats what another one shows, for more sizes, rates, formats or orders.
  package static var full: Self { .enabled(if: Tier.current == .full, "it runs in `make check`") }

  /// The trait of what takes long without starting a program.
  package static var takesLong: Self {
    .disabled(if: Tier.current == .quick, "it takes long, and this run is a quick one")
  }
}
