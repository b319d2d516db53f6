import Dispatch
import Glibc
import SegueImaging
import SegueSystem
import Synchronization

/// Encodes frames as numbered picture files on all cores. A frame equal to its predecessor is not
/// encoded again.
///
/// Files are numbered by the frame's index in the whole run. Before `commit`, they are in a hidden
/// folder at the destination. `commit` renames them, and undoes the renaming if it fails midway.
package final class PNGSequenceSink: FrameSink {
  private struct State {
    var files: SequenceFolder?
    var written: [Int] = []
    var last: SharedEncoding?
    var failure: (any Error)?
    var byteCount = 0
  }

  private let pattern: SequencePattern
  private let frames: Range<Int>
  private let isPartial: Bool
  private let overwrite: Bool
  private let encoder: any StillEncoder
  private let hasAlpha: Bool
  private let threads: Int
  private let state = Mutex(State())
  private let slots: DispatchSemaphore
  private let running = DispatchGroup()
  private let queue = DispatchQueue(label: "png sequence", attributes: .concurrent)

  /// A sink for the frames with the indices `frames`, encoded by `encoder` into the files that
  /// `pattern` names.
  /// - Parameters:
  ///   - isPartial: whether the frames are a part of a run, whose other frames are in the folder,
  ///     too.
  ///   - threads: the number of frames encoded at once, at least 1.
  package init(
    _ pattern: SequencePattern, frames: Range<Int>, encoder: any StillEncoder, hasAlpha: Bool = true,
    isPartial: Bool = false, overwrite: Bool,
    threads: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  ) {
    precondition(threads > 0, "the number of threads must be at least 1")
    self.pattern = pattern
    self.frames = frames
    self.isPartial = isPartial
    self.overwrite = overwrite
    self.encoder = encoder
    self.hasAlpha = hasAlpha
    self.threads = threads
    slots = DispatchSemaphore(value: threads)
  }

  package var format: PixelFormat { PixelFormat(encoder.depth) }
  /// The maximum number of frames kept: one per encoding thread, and the previous frame, which is
  /// compared with the next.
  package var capacity: Int { threads + 1 }
  package var byteCount: Int { state.withLock { $0.byteCount } }

  package func open() throws {
    let files = try SequenceFolder(pattern, frames: frames, isPartial: isPartial, overwrite: overwrite)
    state.withLock { $0.files = files }
  }

  package func write(_ frame: VideoFrame, index: Int) throws {
    slots.wait()
    let (files, last, failure) = state.withLock { ($0.files, $0.last, $0.failure) }
    guard failure == nil, let files else {
      slots.signal()
      frame.release()
      throw failure ?? SystemError.cancelled
    }
    let picture: SharedEncoding
    if let last, last.hasSameBytes(as: frame) {
      frame.release()
      picture = last
    } else {
      picture = SharedEncoding(frame)
      state.withLock { $0.last = picture }
    }
    queue.async(group: running) { [self] in
      defer { slots.signal() }
      do {
        if state.withLock({ $0.failure != nil }) { return }
        let bytes = try picture.bytes(encoder, hasAlpha: hasAlpha)
        try files.write(bytes, index: index)
        state.withLock { state in
          state.written.append(index)
          state.byteCount += bytes.count
        }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  package func complete() throws -> [String] {
    running.wait()
    return try state.withLock { state in
      state.last = nil
      if let failure = state.failure { throw failure }
      return state.written.sorted().map(pattern.path)
    }
  }

  package func commit() throws {
    try state.withLock { state in
      defer { state.files = nil }
      try state.files?.commit(state.written.sorted())
    }
  }

  package func abort() {
    cancel()
    running.wait()
    state.withLock { state in
      state.files?.abort()
      state.files = nil
    }
  }

  /// Makes every later call fail; frames being encoded are completed first.
  package func cancel() {
    state.withLock { state in
      state.failure = state.failure ?? SystemError.cancelled
      state.last = nil
    }
  }
}

/// A frame that is encoded on the first request, and released after the last use.
private final class SharedEncoding: Sendable {
  private let frame: VideoFrame
  private let encoded = Mutex<[UInt8]?>(nil)

  init(_ frame: VideoFrame) { self.frame = frame }
  deinit { frame.release() }
  func hasSameBytes(as other: VideoFrame) -> Bool { frame.hasSameBytes(as: other) }

  /// The encoded file; concurrent callers wait for it.
  func bytes(_ encoder: any StillEncoder, hasAlpha: Bool) throws -> [UInt8] {
    try encoded.withLock { encoded in
      if let encoded { return encoded }
      let bytes = try encoder.encode(frame, hasAlpha: hasAlpha)
      encoded = bytes
      return bytes
    }
  }
}
