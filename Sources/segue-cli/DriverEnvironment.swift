import Glibc

/// The environment variables with which OpenGL drivers write nothing to stderr.
enum DriverEnvironment {
  /// Sets the variables that the user has not set. Call this before a second thread starts.
  static func set() {
    var values = [("EGL_LOG_LEVEL", "fatal"), ("MESA_LOG", "null"), ("LIBGL_DEBUG", "quiet")]
    // Mesa prints a message if it cannot make its shader cache. Older versions look for it in another home.
    let folder = shaderCache { name in getenv(name).map { String(cString: $0) } }
    values.append(folder.map { ("MESA_SHADER_CACHE_DIR", $0) } ?? ("MESA_SHADER_CACHE_DISABLE", "true"))
    for (name, value) in values { setenv(name, value, 0) }
  }

  /// The folder for Mesa's shader cache, which Mesa makes if it is missing; `nil` if that is impossible.
  /// - Parameter variable: the value of an environment variable.
  static func shaderCache(_ variable: (String) -> String?) -> String? {
    let candidates = [
      variable("MESA_SHADER_CACHE_DIR"), variable("XDG_CACHE_HOME"), variable("HOME").map { $0 + "/.cache" },
    ]
    guard let folder = candidates.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else { return nil }
    if isWritable(folder) { return folder }
    guard errno == ENOENT else { return nil }
    let parent = folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? "."
    return isWritable(parent) ? folder : nil
  }

  /// Whether files can be made in a folder.
  private static func isWritable(_ folder: String) -> Bool { access(folder + "/.", W_OK | X_OK) == 0 }
}
