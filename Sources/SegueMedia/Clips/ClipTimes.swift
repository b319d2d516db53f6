import SegueMath

/// The times of a decoder's pictures, in seconds on three clocks:
///
/// - The **container's clock** has the file's timestamps.
/// - The **film's clock** begins a whole number of frames before the clip, wherever ffmpeg enters
///   the file. ffmpeg rounds times when it seeks. That rounding must not change the output frame of
///   a picture halfway between two frames.
/// - The **filters' clock** is the time in ffmpeg's filters. The input options set it to the film's
///   clock, or let it begin at the entry into the file.
struct ClipTimes {
  /// ffmpeg's options for the input.
  let input: [String]
  /// The first output frame on the filters' clock.
  let start: Ratio
  /// The clip's first picture on the filters' clock.
  let firstPicture: Ratio

  /// The times of the frames from `first` on, at `rate`, of a clip that begins `clipStart` seconds after
  /// the first picture.
  init(
    _ info: ClipInfo, _ video: ClipInfo.Video, from clipStart: Ratio, skipping first: Int, rate: Ratio
  ) {
    let lead = (ClipInput.videoLead(in: info.container) * rate).ceiling
    func entry(at time: Ratio) -> ClipEntry {
      info.entry(at: time, early: Ratio(lead) / rate, intoStreamFrom: video.startTime)
    }
    // Up to the entry below, all times are on the container's clock.
    let clip = video.startTime + clipStart
    let clipEntry = entry(at: clip)
    let framesBefore = clipEntry.seek == nil ? max(0, ((clip - clipEntry.clock) * rate).floor) : lead
    let filmClock = clip - Ratio(framesBefore) / rate
    let firstFrame = filmClock + Ratio(framesBefore + first) / rate
    let frameEntry = entry(at: firstFrame)

    let filterClock: Ratio
    let offset: [String]
    if Self.keepsTimestamps(of: info) {
      filterClock = filmClock
      offset = ["-copyts", "-itsoffset", ClipInput.seconds(-filmClock - video.decodingDelay)]
    } else if frameEntry.seek == nil {
      filterClock = filmClock
      offset = ["-itsoffset", ClipInput.seconds(frameEntry.clock - filmClock)]
    } else {
      filterClock = frameEntry.clock
      offset = []
    }
    input = offset + (frameEntry.seek.map { ["-noaccurate_seek", "-ss", ClipInput.seconds($0)] } ?? [])
    start = firstFrame - filterClock
    firstPicture = video.startTime - filterClock
  }

  /// Whether ffmpeg keeps the container's timestamps (`-copyts`). In containers with an index, they
  /// are exact enough after a seek. Broadcast streams need ffmpeg's timestamp repair, which `-copyts`
  /// turns off.
  private static func keepsTimestamps(of info: ClipInfo) -> Bool {
    ClipInput.hasIndex(info.container) && !info.hasTimestampDiscontinuities
  }
}

/// The position at which ffmpeg enters a file.
struct ClipEntry {
  /// The time to which ffmpeg seeks, in seconds after the container's start; `nil` reads from that
  /// start.
  var seek: Ratio?
  /// The beginning of ffmpeg's clock on the container's clock.
  var clock: Ratio
}

extension ClipInfo {
  /// The entry for decoding a stream from `time`, `lead` seconds early, on the container's clock.
  ///
  /// A stream whose timestamps restart or are guessed is decoded from its beginning. Without a seek,
  /// ffmpeg's clock begins with the decoded stream for transport and program streams, and with the
  /// container otherwise.
  ///
  /// **Source:** `correct_input_start_times` in FFmpeg's fftools, since 5.1; it seeks to whole microseconds.
  func entry(at time: Ratio, early lead: Ratio, intoStreamFrom streamStart: Ratio) -> ClipEntry {
    if hasTimestampDiscontinuities {
      return ClipEntry(clock: min(video?.startTime ?? streamStart, audio?.startTime ?? streamStart))
    }
    if isBareSound { return ClipEntry(clock: startTime) }
    let early = time - lead
    // Many containers are entered at a video keyframe, so the entry cannot precede the first
    // picture.
    if early > max(startTime, streamStart, video?.startTime ?? startTime) {
      let seek = Ratio(((early - startTime) * 1_000_000).floor, 1_000_000)
      return ClipEntry(seek: seek, clock: startTime + seek)
    }
    return ClipEntry(clock: isProgramStream ? streamStart : startTime)
  }
}
