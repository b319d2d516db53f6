import Dispatch
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Segue
import Synchronization

/// A reason why a preview cannot be served.
package enum PreviewError: Error, Sendable, Hashable {
  /// Another program has the port, or this one may not have it.
  case portUnavailable(Int, reason: String)
  /// The background lets something through, and the page has nothing to show there.
  case translucentBackground(RGBAColor)
}

/// Serves the live page on 127.0.0.1.
///
/// **Thread-safety:** every method may be called from any thread; `run` is called once.
package final class PreviewServer: Sendable {
  /// Connections that are open at once, sockets included; a browser opens six.
  private static let mostConnections = 64
  /// Pages that are open at once.
  private static let mostSockets = 4
  /// The longest time without requests before a connection is closed.
  private static let idle = TimeAmount.seconds(60)

  /// The time for a page to take the message that the server ends.
  private static let parting = TimeAmount.milliseconds(500)

  private let subject: any PreviewSubject
  private let exporter: Exporter
  private let watches: [FileWatch]
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let token = AccessToken()
  private let connections: Connections
  private let content: ServedContent
  /// The file that leads a browser to the page; it goes with the server.
  let redirect =
    FileManager.default.temporaryDirectory.path + "/segue-preview-" + AccessToken().description + ".html"
  private let isStopped = Atomic<Bool>(false)

  /// A server for the pictures and the transition of `request`, on `port`; 0 is a free one.
  /// - Parameters:
  ///   - requestTimeout: the time for a new connection to send the head of a request.
  ///   - describe: the sentence for an error on the page.
  ///   - command: the words of a command that makes the file of a request.
  /// - Throws: `PreviewError`, `UsageError`, `MediaError`, `ShaderFileError`.
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

  /// A server for the film of `source`, on `port`; 0 is a free one.
  /// - Parameters:
  ///   - requestTimeout: the time for a new connection to send the head of a request.
  ///   - describe: the sentence for an error on the page.
  /// - Throws: `PreviewError`, and as `FilmPlan.init`.
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

  /// The page's address, with its token in the fragment.
  package var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/#\(token)" }

  /// Warnings, a sentence each.
  package var warnings: [String] { subject.warnings }

  /// Serves until `stop`.
  package func run() async throws {
    DispatchQueue.global(qos: .utility).async { [subject] in subject.prepare() }
    try? await channel.closeFuture.get()
    for watch in watches { watch.close() }
    content.close()
    for channel in connections.all {
      channel.pipeline.fireUserInboundEventTriggered(ServerIsStopping())
      // Who does not read would never take the word.
      channel.eventLoop.scheduleTask(in: Self.parting) { channel.close(promise: nil) }
    }
    await exporter.close()
    // What still answers needs the event loop.
    await withCheckedContinuation { done in connections.work.notify(queue: .global()) { done.resume() } }
    try? FileManager.default.removeItem(atPath: redirect)
    try await group.shutdownGracefully()
  }

  /// Ends the server: no new connection, a word to every page, and no file left.
  package func stop() {
    if !isStopped.exchange(true, ordering: .sequentiallyConsistent) { channel.close(promise: nil) }
  }

  /// The open connections.
  private final class Connections: Sendable {
    /// The threads of pages, and what is being drawn for connections.
    let work = DispatchGroup()
    private let requestTimeout: TimeAmount
    private let state = Mutex((open: [Connection](), sockets: 0))

    /// A connection, and whether a request has come on it.
    private struct Connection {
      let channel: any Channel
      var hasAsked = false
    }

    init(requestTimeout: TimeAmount) { self.requestTimeout = requestTimeout }

    var all: [any Channel] { state.withLock { $0.open.map(\.channel) } }

    /// Takes `channel`; where there are too many, the oldest that asked for nothing makes room.
    /// - Returns: whether there is room.
    private func take(_ channel: any Channel) -> Bool {
      let (isWelcome, oldest) = state.withLock { state -> (Bool, (any Channel)?) in
        var oldest: (any Channel)?
        if state.open.count >= PreviewServer.mostConnections {
          guard let index = state.open.firstIndex(where: { !$0.hasAsked }) else { return (false, nil) }
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

    /// Remembers that a request has come on `channel`.
    private func hasAsked(_ channel: any Channel) {
      state.withLock { state in
        if let index = state.open.firstIndex(where: { $0.channel === channel }) {
          state.open[index].hasAsked = true
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
          hasAsked(channel)
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
          hasAsked($0)
        }
        let idle = IdleStateHandler(allTimeout: PreviewServer.idle)
        try pipeline.addHandler(idle)
        let bound = NIOLoopBound((pipeline, idle, handler), eventLoop: channel.eventLoop)
        try pipeline.configureHTTPServerPipeline(
          withPipeliningAssistance: true,
          withServerUpgrade: (
            upgraders: [upgrader],
            completionHandler: { _ in
              // A page at rest asks nothing.
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
        guard state.sockets < PreviewServer.mostSockets else { return false }
        state.sockets += 1
        return true
      }
    }

    private func giveSocket() { state.withLock { $0.sockets -= 1 } }
  }
}

/// The content behind the gate besides the static files: thumbnails and exports, made on threads of their own.
struct ServedContent: Sendable {
  private let thumbnails: Thumbnails
  private let exporter: Exporter
  private let work: DispatchGroup

  init(_ subject: any PreviewSubject, _ exporter: Exporter, in group: DispatchGroup) {
    thumbnails = subject.makeThumbnails(in: group)
    (self.exporter, work) = (exporter, group)
  }

  /// Draws no more.
  func close() { thumbnails.close() }

  /// The thumbnail with this index; `nil` where it cannot be drawn.
  func thumbnail(_ index: Int, on loop: any EventLoop) -> EventLoopFuture<[UInt8]?> {
    let promise = loop.makePromise(of: [UInt8]?.self)
    thumbnails.picture(index) { promise.succeed($0) }
    return promise.futureResult
  }

  /// A finished export, once.
  func export(_ id: String, on loop: any EventLoop) -> EventLoopFuture<[UInt8]?> {
    let promise = loop.makePromise(of: [UInt8]?.self)
    DispatchQueue.global().async(group: work) { [exporter] in promise.succeed(exporter.take(id)) }
    return promise.futureResult
  }
}

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
    return (try? ChildProcess(opener, [redirect], output: .nothing, error: .nothing)) != nil
  }

  private static func opener(_ path: String) -> String? {
    path.split(separator: ":").map { $0 + "/xdg-open" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
