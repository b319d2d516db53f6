import ArgumentParser
import Imaging
import Motion
import Segue

/// Reads options' values; what cannot be read is said with the option, the value and what is expected.
enum Reading {
  static func size(_ text: String) throws -> ImageSize {
    guard let size = ImageSize(text) else {
      throw ValidationError("--size is “\(text)”, but must be WIDTHxHEIGHT, each from 1 to 16384")
    }
    return size
  }

  static func color(_ text: String) throws -> Color {
    guard let color = Color(text) else {
      throw ValidationError("--background is “\(text)”, but must be #rrggbb, #rrggbbaa or transparent")
    }
    return color
  }

  static func frames(_ text: String) throws -> FrameSelection {
    guard let frames = FrameSelection(text) else {
      throw ValidationError("--frames is “\(text)”, but must be A-B, two whole numbers in order, from 0")
    }
    return frames
  }

  static func frameRate(_ text: String) throws -> FrameRate { try frameRate(text, option: "--fps") }

  static func frameRate(_ text: String, option: String) throws -> FrameRate {
    do {
      return try FrameRate(parsing: text)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }

  static func curve(_ text: String) throws -> TimingCurve {
    do {
      return try TimingCurve(parsing: text)
    } catch {
      throw ValidationError("--timing: \(error)")
    }
  }

  /// A whole number within `range`.
  static func wholeNumber(_ text: String, _ option: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError(
        "\(option) is “\(text)”, but must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A finite number within `range`.
  static func number(
    _ text: String, _ option: String, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw ValidationError("\(option) is “\(text)”, but must be \(expected)")
    }
    return number
  }

  /// A parameter of a transition, `NAME=VALUE`.
  static func parameter(_ text: String) throws -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("-p “\(text)” is not NAME=VALUE")
    }
    return (name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}
