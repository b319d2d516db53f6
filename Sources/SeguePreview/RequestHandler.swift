import CSeguePreviewPage
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Answers the requests that the gate accepts, except upgrades.
///
/// **Thread-safety:** for the channel's event loop only.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let gate: Gate
  private let content: ServedContent
  private let requestTimeout: TimeAmount
  private let onRequest: (any Channel) -> Void
  private var closing: Scheduled<Void>?
  private var head: HTTPRequestHead?
  private var bodySize = 0

  /// - Parameters:
  ///   - requestTimeout: the time for a new connection to send the head of a request.
  ///   - onRequest: called with the channel of each request.
  init(
    gate: Gate, content: ServedContent, requestTimeout: TimeAmount,
    onRequest: @escaping (any Channel) -> Void
  ) {
    self.gate = gate
    self.onRequest = onRequest
    self.content = content
    self.requestTimeout = requestTimeout
  }

  func handlerAdded(context: ChannelHandlerContext) {
    closing = context.eventLoop.scheduleTask(in: requestTimeout) { [channel = context.channel] in
      channel.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { closing?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      closing?.cancel()
      onRequest(context.channel)
      self.head = head
      bodySize = 0
    case .body(let bytes):
      bodySize += bytes.readableBytes
      if bodySize > PageMessage.largest { context.close(promise: nil) }
    case .end:
      guard let head else { return }
      self.head = nil
      answer(head, in: context)
    }
  }

  private func answer(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
    let request = Gate.Request(head)
    let host = request.hosts.first
    do throws(Gate.Refusal) {
      switch try gate.route(request) {
      case .file(let index):
        let file = PageFile.all[index]
        send(.ok, file.mediaType, file.bytes, host: host, keepAlive: head.isKeepAlive, in: context)
      case .thumbnail(let index):
        reply(with: "image/jpeg", from: content.thumbnail(index, on: context.eventLoop), host, head, context)
      case .export(let id):
        reply(
          with: "application/octet-stream", from: content.export(id, on: context.eventLoop), host, head,
          context)
      case .live: send(.forbidden, host: host, in: context)
      }
    } catch {
      send(error == .forbidden ? .forbidden : .notFound, host: host, in: context)
    }
  }

  /// Sends bytes when they are ready; `nil` or a failure is answered with 204.
  private func reply(
    with mediaType: String, from bytes: EventLoopFuture<[UInt8]?>, _ host: String?, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    let (bound, handler) = (
      NIOLoopBound(context, eventLoop: context.eventLoop), NIOLoopBound(self, eventLoop: context.eventLoop)
    )
    bytes.whenComplete { result in
      let context = bound.value
      guard context.channel.isActive else { return }
      if case .success(let bytes?) = result {
        handler.value.send(.ok, mediaType, bytes, host: host, keepAlive: head.isKeepAlive, in: context)
      } else {
        handler.value.send(.noContent, mediaType, [], host: host, keepAlive: head.isKeepAlive, in: context)
      }
    }
  }

  /// Rejects a request and closes the connection.
  private func send(_ status: HTTPResponseStatus, host: String?, in context: ChannelHandlerContext) {
    send(
      status, "text/plain; charset=utf-8", Array("\(status.code) \(status.reasonPhrase)\n".utf8), host: host,
      keepAlive: false, in: context)
  }

  private func send(
    _ status: HTTPResponseStatus, _ mediaType: String, _ bytes: [UInt8], host: String?, keepAlive: Bool,
    in context: ChannelHandlerContext
  ) {
    var headers = SecurityHeaders.all(host: host)
    headers.add(name: "Content-Type", value: mediaType)
    if status != .noContent { headers.add(name: "Content-Length", value: String(bytes.count)) }
    if !keepAlive { headers.add(name: "Connection", value: "close") }
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
      promise: nil)
    context.write(
      wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))), promise: nil)
    let end = context.eventLoop.makePromise(of: Void.self)
    if !keepAlive {
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      end.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // The request is passed on without an upgrade, and rejected.
    case is NIOWebSocketUpgradeError: break
    case is HTTPParserError where head == nil && context.channel.isActive:
      send(.badRequest, host: nil, in: context)
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }
}

extension Gate.Request {
  /// The parts of `head` that are checked.
  init(_ head: HTTPRequestHead) {
    self.init(
      method: head.method.rawValue, target: head.uri, hosts: head.headers["Host"],
      origins: head.headers["Origin"],
      authorizations: head.headers["Authorization"], isUpgrade: head.headers.contains(name: "Upgrade"))
  }
}

/// The headers of every response.
enum SecurityHeaders {
  /// The headers, which allow a socket to `host` if `host` is a name of this machine.
  static func all(host: String?) -> HTTPHeaders {
    let socket = host.flatMap { Gate.isLocalHost($0) ? " ws://\($0)" : nil } ?? ""
    return [
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'\(socket); "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "X-Frame-Options": "DENY",
    ]
  }
}

/// A static file of the page, embedded in the program.
struct PageFile: Sendable {
  /// The path in the address.
  let path: String
  let mediaType: String
  let bytes: [UInt8]

  /// All files, beginning with `/`.
  static let all: [PageFile] = (0..<Int(preview_page_file_count)).map { index in
    let file = preview_page_file(Int32(index))
    let path = String(cString: file.path)
    return PageFile(
      path: path, mediaType: mediaType(of: path),
      bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.size)))
  }

  /// The indices in ``all`` by path.
  static let index = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.path, $0) })

  private static func mediaType(of path: String) -> String {
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".svg") { return "image/svg+xml" }
    return "text/html; charset=utf-8"
  }
}
