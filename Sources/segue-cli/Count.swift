/// Numbers with the word for what they count.
enum Count {
  /// `1 frame`, `61 frames`.
  static func frames(_ number: Int) -> String { number == 1 ? "1 frame" : "\(number) frames" }

  /// `1 run`, `5 runs`.
  static func runs(_ number: Int) -> String { number == 1 ? "1 run" : "\(number) runs" }

  /// `1 file`, `61 files`.
  static func files(_ number: Int) -> String { number == 1 ? "1 file" : "\(number) files" }
}
