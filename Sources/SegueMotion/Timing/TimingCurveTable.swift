extension TimingCurve {
  /// A curve without arguments.
  package typealias Named = (name: String, curve: TimingCurve, summary: String)

  /// The curves without arguments, in the order of listings.
  package static let named = css + easings

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
    ("steps(n)", "steps(4)", "n jumps, each at the end of its step"),
    (
      "spring(dampingRatio[,initialVelocity])", "spring(0.8)",
      "a spring fitted to the duration; a ratio below 1 overshoots, and can uncover a moving picture's edge"
    ),
    (
      "spring(mass,stiffness,damping,initialVelocity)", "spring(1,100,10,0)",
      "a spring of physical parameters; its settling duration replaces the requested duration"
    ),
  ]
}
