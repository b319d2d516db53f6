import Glibc

extension ChildProcess {
  /// The child's and the parent's end of a stream; -1 for none.
  struct Ends {
    var its: Int32 = -1
    var ours: Int32 = -1

    func close() { for end in [its, ours] where end >= 0 { _ = Glibc.close(end) } }
  }

  /// Opens the ends of each stream, and the descriptors of `latches`, so that no later wait lacks a
  /// descriptor.
  static func ends(
    of streams: [Stream], _ latches: [Latch], for program: String
  ) throws(SystemError) -> [Ends] {
    var ends = streams.map { if case .descriptor(let given) = $0 { Ends(its: given) } else { Ends() } }
    do throws(SystemError) {
      for latch in latches where latch.descriptor() == nil { throw Pipe.missing(for: program) }
      for (index, stream) in streams.enumerated() {
        switch stream {
        case .descriptor: break
        case .nothing:
          ends[index].its = open("/dev/null", (index == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
          guard ends[index].its >= 0 else {
            throw .caused(by: errno) {
              .cannotCreate(path: program, reason: "/dev/null cannot be opened: \($0)")
            }
          }
        case .pipe, .drain, .lines:
          let pipe = try Pipe(for: program)
          ends[index].its = index == 0 ? pipe.readEnd : pipe.writeEnd
          ends[index].ours = index == 0 ? pipe.writeEnd : pipe.readEnd
        }
      }
    } catch {
      for end in ends { end.close() }
      throw error
    }
    return ends
  }

  static func drain(
    _ streams: [Stream], _ ends: [Ends], into log: LineLog, until exited: Latch
  ) -> OutputDrain? {
    var pipes: [Int32: OutputDrain.Handler] = [:]
    for (stream, end) in zip(streams, ends) {
      switch stream {
      case .drain(let handler): pipes[end.ours] = handler
      case .lines(let read): pipes[end.ours] = log.handler(read)
      case .nothing, .pipe, .descriptor: break
      }
    }
    return pipes.isEmpty ? nil : OutputDrain(pipes, until: exited)
  }

  /// Starts the program with these descriptors, and closes them in this process.
  static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ given: [Int32]
  ) throws(SystemError) -> pid_t {
    // Duplicate descriptors above the standard ones, so that they do not overwrite each other.
    // Spawn refuses a missing descriptor.
    let sources = given.map { $0 > 2 ? $0 : fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for descriptor in Set(given + sources) { _ = Glibc.close(descriptor) }
      for word in words + variables { free(word) }
    }
    let file = ProgramFile(of: program)
    let (processID, code) = SystemCalls.spawn(file.path, words, variables, sources)
    if code == 0 { return processID }
    if let variable = file.variable {
      throw .caused(by: code) {
        .programMissing(name: program, cause: .variable(variable, value: file.path, reason: $0))
      }
    }
    // A file in PATH without execute permission counts as not found.
    if code == ENOENT || code == EACCES && !program.contains("/") {
      throw .programMissing(name: program, cause: .notFound)
    }
    throw .caused(by: code) { .programMissing(name: program, cause: .notStarted(reason: $0)) }
  }
}
