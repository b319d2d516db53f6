import Foundation

extension PreviewServer {
  /// Opens the page in the user's browser; `false` where there is none, or no screen.
  ///
  /// The address goes by a file that only the user can read: on a command line every user of the machine would see
  /// the token.
  package func openBrowser() -> Bool {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
      let opener = Self.opener(environment["PATH"] ?? "")
    else { return false }
    let address = address
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n"
    let isWritten = FileManager.default.createFile(
      atPath: redirect, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: opener)
    process.arguments = [redirect]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }

  private static func opener(_ path: String) -> String? {
    path.split(separator: ":").map { $0 + "/xdg-open" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
