import Dispatch
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SegueFilms
import Synchronization

/// The reason why a preview cannot be served.
package enum PreviewError: DescribedError {
  /// A port that is in use or not permitted.
  case portUnavailable(Int, reason: String)
  /// A translucent background, which the page cannot show.
  case translucentBackground(RGBAColor)

  package var code: SegueError.Code {
    if case .portUnavailable = self { .cannotCreate } else { .invalidValue }
  }

  package var sentence: String {
    switch self {
    case .portUnavailable(let port, let reason):
      "port \(port) cannot be used: \(reason); leave out --port to use a free one"
    case .translucentBackground(let color):
      "--background is “\(color.typed)”, but the page shows opaque frames: use a colour without alpha"
    }
  }
}

/// Serves the live page on 127.0.0.1.
///
/// **Thread-safety:** every method may be called from any thread; `run` is called once.
package final class PreviewServer: Sendable {
  /// The largest number of open connections, including sockets; a browser opens six.
  private static let maximumConnections = 64
  /// The largest number of open pages.
  private static let maximumSockets = 4
  /// The longest time without requests before a connection is closed.
  private static let idle = TimeAmount.seconds(60)

  /// The time limit for notifying a page of the server's end.
  private static let closeDelay = TimeAmount.milliseconds(500)

  private let subject: any PreviewSubject
  private let exporter: Exporter
  private let watches: [FileWatch]
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let token = AccessToken()
  private let connections: Connections
  private let content: ServedContent
  /// A temporary file that redirects a browser to the page.
  let redirect =
    FileManager.default.temporaryDirectory.path + "/segue-preview-" + AccessToken().description + ".html"
  private let isStopped = Atomic<Bool>(false)

  /// A server for the pictures and the transition of `request`, on `port`; 0 chooses a free port.
  /// - Parameters:
  ///   - requestTimeout: the time for a new connection to send the head of a request.
  ///   - describe: returns the text of an error for the page.
  ///   - command: makes the command that renders a request.
  /// - Throws: `PreviewError`, `UsageError`, `SystemError`, `ShaderFileError`.
  package convenience init(
    _ request: RenderRequest, port: Int, requestTimeout: Duration = .seconds(5),
    describe: @escaping @Sendable (any Error) -> String,
    command: @escaping @Sendable (RenderRequest) -> [String]
  ) async throws {
    if let background = request.drawing.background, !background.isOpaque {
      throw PreviewError.translucentBackground(background)
    }
    let model = try await PreviewModel.load(request, describe: describe, command: command)
    try await self.init(of: model, port: port, requestTimeout: requestTimeout)
  }

  /// A server for the film of `source`, on `port`; 0 chooses a free port.
  /// - Parameters:
  ///   - requestTimeout: the time for a new connection to send the head of a request.
  ///   - describe: returns the text of an error for the page.
  /// - Throws: `PreviewError`, and the errors of `FilmPlan.init`.
  package convenience init(
    film source: FilmSource, port: Int, requestTimeout: Duration = .seconds(5),
    describe: @escaping @Sendable (any Error) -> String
  ) async throws {
    let model = try await FilmModel(source, describe: describe)
    try await self.init(of: model, port: port, requestTimeout: requestTimeout)
  }

  private init(of subject: any PreviewSubject, port: Int, requestTimeout: Duration) async throws {
    self.subject = subject
    exporter = Exporter(describe: subject.describe)
    connections = Connections(requestTimeout: TimeAmount(requestTimeout))
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let gate = Gate(token: token, home: subject.home, thumbnailCount: subject.thumbnailCount)
    content = ServedContent(subject, exporter, in: connections.work)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelInitializer { [connections, content, subject, exporter] channel in
        connections.configure(channel, gate: gate, content: content, subject: subject, exporter: exporter)
      }
    do {
      channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
    } catch {
      try? await group.shutdownGracefully()
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      throw PreviewError.portUnavailable(port, reason: reason)
    }
    watches = subject.watched.compactMap { [subject] in FileWatch(path: $0, onChange: subject.reload) }
  }

  /// The address of the page, with the token in its fragment.
  package var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/#\(token)" }

  /// Warnings, a sentence each.
  package var warnings: [String] { subject.notices.messages }

  /// Serves until `stop`.
  package func run() async throws {
    DispatchQueue.global(qos: .utility).async { [subject] in subject.prepare() }
    try? await channel.closeFuture.get()
    for watch in watches { watch.close() }
    content.close()
    for channel in connections.all {
      channel.pipeline.fireUserInboundEventTriggered(ServerIsStopping())
      // A client that does not read would never receive the message.
      channel.eventLoop.scheduleTask(in: Self.closeDelay) { channel.close(promise: nil) }
    }
    await exporter.close()
    // Running work still needs the event loop.
    await withCheckedContinuation { done in connections.work.notify(queue: .global()) { done.resume() } }
    try? FileManager.default.removeItem(atPath: redirect)
    try await group.shutdownGracefully()
  }

  /// Ends the server: closes the port, notifies every page and removes the files.
  package func stop() {
    if !isStopped.exchange(true, ordering: .sequentiallyConsistent) { channel.close(promise: nil) }
  }

  private final class Connections: Sendable {
    /// The group of the pages' threads and of the drawing for connections.
    let work = DispatchGroup()
    private let requestTimeout: TimeAmount
    private let state = Mutex((open: [Connection](), sockets: 0))

    /// A connection, and whether it has sent a request.
    private struct Connection {
      let channel: any Channel
      var hasRequested = false
    }

    init(requestTimeout: TimeAmount) { self.requestTimeout = requestTimeout }

    var all: [any Channel] { state.withLock { $0.open.map(\.channel) } }

    /// Adds `channel`. At the limit, the oldest connection without a request is closed first.
    /// - Returns: whether the channel was added.
    private func take(_ channel: any Channel) -> Bool {
      let (isWelcome, oldest) = state.withLock { state -> (Bool, (any Channel)?) in
        var oldest: (any Channel)?
        if state.open.count >= PreviewServer.maximumConnections {
          guard let index = state.open.firstIndex(where: { !$0.hasRequested }) else { return (false, nil) }
          oldest = state.open.remove(at: index).channel
        }
        state.open.append(Connection(channel: channel))
        return (true, oldest)
      }
      oldest?.close(promise: nil)
      channel.closeFuture.whenComplete { [self] _ in
        state.withLock { state in state.open.removeAll { $0.channel === channel } }
      }
      return isWelcome
    }

    /// Records that `channel` has sent a request.
    private func markRequested(_ channel: any Channel) {
      state.withLock { state in
        if let index = state.open.firstIndex(where: { $0.channel === channel }) {
          state.open[index].hasRequested = true
        }
      }
    }

    func configure(
      _ channel: any Channel, gate: Gate, content: ServedContent, subject: any PreviewSubject,
      exporter: Exporter
    ) -> EventLoopFuture<Void> {
      guard take(channel) else {
        return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
      }
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: PageMessage.largest, automaticErrorHandling: false,
        shouldUpgrade: { [self] channel, head in
          let request = Gate.Request(head)
          guard (try? gate.route(request)) == .live, takeSocket() else {
            return channel.eventLoop.makeSucceededFuture(nil)
          }
          markRequested(channel)
          channel.closeFuture.whenComplete { [self] _ in giveSocket() }
          return channel.eventLoop.makeSucceededFuture(SecurityHeaders.all(host: request.hosts.first))
        },
        upgradePipelineHandler: { [work] channel, _ in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers(
              NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64,
                maxAccumulatedFrameSize: PageMessage.largest),
              SocketHandler(subject, exporter: exporter, work: work))
          }
        })
      return channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let handler = RequestHandler(gate: gate, content: content, requestTimeout: requestTimeout) { [self] in
          markRequested($0)
        }
        let idle = IdleStateHandler(allTimeout: PreviewServer.idle)
        try pipeline.addHandler(idle)
        let bound = NIOLoopBound((pipeline, idle, handler), eventLoop: channel.eventLoop)
        try pipeline.configureHTTPServerPipeline(
          withPipeliningAssistance: true,
          withServerUpgrade: (
            upgraders: [upgrader],
            completionHandler: { _ in
              // A page at rest sends no requests.
              let (pipeline, idle, handler) = bound.value
              pipeline.removeHandler(idle, promise: nil)
              pipeline.removeHandler(handler, promise: nil)
            }
          ), withErrorHandling: false)
        try pipeline.addHandler(handler)
      }
    }

    private func takeSocket() -> Bool {
      state.withLock { state in
        guard state.sockets < PreviewServer.maximumSockets else { return false }
        state.sockets += 1
        return true
      }
    }

    private func giveSocket() { state.withLock { $0.sockets -= 1 } }
  }
}

/// Thumbnails and downloads, made on other threads.
struct ServedContent: Sendable {
  private let thumbnails: Thumbnails
  private let exporter: Exporter
  private let work: DispatchGroup

  init(_ subject: any PreviewSubject, _ exporter: Exporter, in group: DispatchGroup) {
    thumbnails = subject.makeThumbnails(in: group)
    self.exporter = exporter
    work = group
  }

  /// Stops drawing.
  func close() { thumbnails.close() }

  /// The thumbnail with an index; `nil` if it cannot be drawn.
  func thumbnail(_ index: Int, on loop: any EventLoop) -> EventLoopFuture<[UInt8]?> {
    let promise = loop.makePromise(of: [UInt8]?.self)
    thumbnails.picture(index) { promise.succeed($0) }
    return promise.futureResult
  }

  /// A finished download, available once.
  func export(_ id: String, on loop: any EventLoop) -> EventLoopFuture<[UInt8]?> {
    let promise = loop.makePromise(of: [UInt8]?.self)
    DispatchQueue.global().async(group: work) { [exporter] in promise.succeed(exporter.take(id)) }
    return promise.futureResult
  }
}

extension PreviewServer {
  /// Opens the page in the user's browser; `false` without a browser or a screen.
  ///
  /// The browser gets the address from a file that only the user can read, since command lines are
  /// visible to every user of the machine.
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
    return (try? ChildProcess(opener, [redirect], output: .nothing, error: .nothing)) != nil
  }

  private static func opener(_ path: String) -> String? {
    path.split(separator: ":").map { $0 + "/xdg-open" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
