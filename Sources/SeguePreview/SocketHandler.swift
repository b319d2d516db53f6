import Dispatch
import SegueImaging
import NIOCore
import NIOWebSocket

/// The socket of one page: passes messages to the page's thread and sends its replies.
///
/// **Thread-safety:** for the channel's event loop only.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let subject: any PreviewSubject
  private let exporter: Exporter
  private let work: DispatchGroup
  private var page: PageThread?
  private var isClosing = false

  init(_ subject: any PreviewSubject, exporter: Exporter, work: DispatchGroup) {
    self.subject = subject
    self.work = work
    self.exporter = exporter
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let box = PageBox()
    let page = PageThread(subject, exporter: exporter) { reply in
      switch reply {
      case .text(let bytes):
        channel.writeAndFlush(
          WebSocketFrame(fin: true, opcode: .text, data: channel.allocator.buffer(bytes: bytes)), promise: nil
        )
      case .frame(let header, let frame):
        let data = box.fill(header, frame, channel.allocator)
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .binary, data: data)).whenComplete { _ in
          box.page?.sent()
        }
      case .refusal: channel.close(promise: nil)
      }
    }
    box.page = page
    self.page = page
    page.start(in: work)
  }

  func channelInactive(context: ChannelHandlerContext) {
    page?.close()
    page = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    // Browsers mask their frames.
    guard frame.maskKey != nil, !isClosing else { return end(.protocolError, in: context) }
    var bytes = frame.unmaskedData
    switch frame.opcode {
    case .text:
      do {
        page?.post(try PageMessage(Array(bytes.readableBytesView), levels: subject.levelCount))
      } catch {
        end(.policyViolation, in: context)
      }
    case .ping:
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
    case .pong: break
    case .connectionClose: end(bytes.readWebSocketErrorCode() ?? .normalClosure, in: context)
    default: end(.unacceptableData, in: context)
    }
  }

  /// Sends the reason and closes the connection.
  private func end(_ code: WebSocketErrorCode, in context: ChannelHandlerContext) {
    if isClosing { return }
    isClosing = true
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
      .whenComplete { _ in bound.value.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(.protocolError, in: context) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ServerIsStopping { return end(.goingAway, in: context) }
    context.fireUserInboundEventTriggered(event)
  }
}

/// The event that every page gets when the server ends.
struct ServerIsStopping: Sendable {}

/// The buffer for a page's frames. At most one frame is being sent.
///
/// **Thread-safety:** only the page's thread calls `fill`. `@unchecked` because sendable closures capture it.
private final class PageBox: @unchecked Sendable {
  weak var page: PageThread?
  private var buffer: ByteBuffer?

  /// The header and the pixels in one buffer; releases the frame.
  func fill(_ header: FrameHeader, _ frame: VideoFrame, _ allocator: ByteBufferAllocator) -> ByteBuffer {
    defer { frame.release() }
    var data = buffer ?? allocator.buffer(capacity: FrameHeader.size + frame.byteCount)
    buffer = nil
    data.clear(minimumCapacity: FrameHeader.size + frame.byteCount)
    data.writeBytes(header.bytes)
    _ = frame.withUnsafeBytes { data.writeBytes($0) }
    buffer = data
    return data
  }
}
