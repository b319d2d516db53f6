extension TimingCurve {
  /// A curve without arguments.
  package typealias Named = (name: String, curve: TimingCurve, summary: String)

  /// The curves without arguments, in the order of listings.
  package static let named = css + easings + material + swiftUI

  private static let css: [Named] = [
    ("linear", .linear, "constant speed"),
    ("ease", .ease, "a quick start and a long, slow end, as in CSS"),
    ("ease-in", .easeIn, "a slow start"),
    ("ease-out", .easeOut, "a slow end"),
    ("ease-in-out", .easeInOut, "a slow start and a slow end"),
  ]

  private static let easings: [Named] = Easing.Family.allCases.flatMap { family in
    Easing.End.allCases.map { end in
      let easing = Easing(family: family, end: end)
      return (easing.name, TimingCurve(.easing(easing)), "as on easings.net")
    }
  }

  private static let material: [Named] = [
    ("emphasized", TimingCurve(.emphasized), "Material's curve for most motion, two Béziers in a row"),
    (
      "emphasized-decelerate", cubicBezier(x1: 0.05, y1: 0.7, x2: 0.1, y2: 1),
      "Material's curve for elements that enter the screen"
    ),
    (
      "emphasized-accelerate", cubicBezier(x1: 0.3, y1: 0, x2: 0.8, y2: 0.15),
      "Material's curve for elements that leave the screen"
    ),
  ]

  private static let swiftUI: [Named] = [
    ("smooth", spring(duration: 0.5, bounce: 0), "SwiftUI's spring(duration:0.5,bounce:0)"),
    ("snappy", spring(duration: 0.5, bounce: 0.15), "SwiftUI's spring(duration:0.5,bounce:0.15)"),
    ("bouncy", spring(duration: 0.5, bounce: 0.3), "SwiftUI's spring(duration:0.5,bounce:0.3)"),
  ]

  /// The curves with arguments, in the order of listings.
  package static let forms: [(syntax: String, example: String, summary: String)] = [
    (
      "cubic-bezier(x1,y1,x2,y2)", "cubic-bezier(0.3,0,0.2,1)",
      "CSS's curve with two control points, x from 0 to 1"
    ),
    (
      "linear(progress[ percent%],…)", "linear(0,0.5 20%,1)",
      "CSS's points joined by straight lines, spread evenly where their times are missing"
    ),
    (
      "steps(n[,position])", "steps(4)",
      "n jumps, each at the end of its step, or at jump-start, jump-none or jump-both as in CSS"
    ),
    (
      "spring(dampingRatio[,initialVelocity])", "spring(0.8)",
      "a spring fitted to the duration; a ratio below 1 overshoots"
    ),
    (
      "spring(mass,stiffness,damping,initialVelocity)", "spring(1,100,10,0)",
      "a spring of physical parameters; its settling duration replaces the requested duration"
    ),
    (
      "spring(duration:seconds[,bounce:bounce])", "spring(duration:0.5,bounce:0.2)",
      "SwiftUI's spring, with a bounce from -0.99 to 0.99; it settles later than its duration"
    ),
  ]
}
