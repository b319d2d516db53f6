import SegueSystem

extension PropertyNames {
  /// The options of the command line; a name that is none of the library's stands as it is.
  static let flags = PropertyNames(
    { names[$0] ?? $0.rawValue },
    short: { $0 == .size ? "-s" : $0 == .frameRate ? "-r" : names[$0] ?? $0.rawValue })

  private static let names: [RequestProperty: String] = [
    .audioBitRate: "--audio-bitrate", .audioCodec: "--audio-codec", .chapters: "--chapters",
    .transition: "--transition",
    .background: "--background", .backend: "--backend", .byteLimit: "--max-size", .chunks: "--chunks",
    .codec: "--codec", .color: "--color", .copy: "--copy", .depth: "--depth", .device: "--device",
    .duration: "--duration",
    .encoderArguments: "--encoder-args", .filter: "--filter", .fit: "--fit", .format: "--format",
    .frameRate: "--fps",
    .frames: "--frames", .fromFilter: "--from-filter", .hold: "--hold-start", .loudness: "--loudness",
    .music: "--music",
    .output: "--output", .pingPong: "--ping-pong", .plays: "--loop", .preset: "--preset",
    .quality: "--quality", .requiresGPU: "--require-gpu", .resultFilter: "--filter", .size: "--size",
    .stillProgress: "--at", .threads: "--threads", .timeline: "--timeline", .toFilter: "--to-filter",
  ]
}
