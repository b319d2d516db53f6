/// How a part of a plot is drawn: attributes for the light face, which every viewer understands, and rules
/// that replace their colours on a dark screen.
enum PlotStyle: String, CaseIterable {
  case paper, grid, axis, marker, value, velocity, area, overshoot, title, label, note, faint

  /// Attributes of the light face.
  var attributes: String {
    switch self {
    case .paper: "fill='\(light)'"
    case .grid, .axis: "stroke='\(light)' stroke-width='1'"
    case .marker: "stroke='\(light)' stroke-width='1' stroke-dasharray='3 4'"
    case .value, .overshoot:
      "stroke='\(light)' stroke-width='2.5' stroke-linejoin='round' stroke-linecap='round'"
    case .velocity: "stroke='\(light)' stroke-width='1.5' stroke-linejoin='round' opacity='0.75'"
    case .area: "fill='\(light)' opacity='0.1'"
    case .title: "fill='\(light)' font-size='17' font-weight='600'"
    case .note:
      "fill='\(light)' font-size='12' stroke='\(Self.paper.light)' stroke-width='5' "
        + "stroke-linejoin='round' paint-order='stroke'"
    case .label, .faint: "fill='\(light)' font-size='12'"
    }
  }

  /// The rule for a dark screen.
  var darkRule: String {
    let halo = self == .note ? ";stroke:\(Self.paper.dark)" : ""
    return ".\(rawValue){\(isFilled ? "fill" : "stroke"):\(dark)\(halo)}"
  }

  /// The colour of the light face.
  var light: String { colors.light }
  private var dark: String { colors.dark }

  private var isFilled: Bool {
    switch self {
    case .paper, .area, .title, .label, .note, .faint: true
    default: false
    }
  }

  private var colors: (light: String, dark: String) {
    switch self {
    case .paper: ("#ffffff", "#14171c")
    case .grid: ("#eceff3", "#232831")
    case .axis: ("#c3cad4", "#454d5a")
    case .marker: ("#8a94a3", "#7d8796")
    case .value: ("#2f6fed", "#6ea0ff")
    case .velocity, .area, .faint: ("#c9672b", "#f0a068")
    case .overshoot: ("#2f6fed", "#6ea0ff")
    case .title: ("#1d2330", "#eef1f6")
    case .label, .note: ("#5a6473", "#a7b0be")
    }
  }
}
