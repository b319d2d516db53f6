import SegueImaging
import SegueMath
import Testing

@testable import SegueMedia

@Suite("Clocks of a decoder") struct ClipTimesTests {
  /// The times of a clip at 25 frames per second.
  private func times(
    _ container: String, start: Ratio, videoStart: Ratio, from clipStart: Ratio, skipping first: Int
  ) -> ClipTimes {
    let video = ClipInfo.Video(
      codec: "h264", storedSize: ImageSize(width: 64, height: 48), pixelFormat: "yuv420p", frameRate: 25,
      averageRate: 25, startTime: videoStart, duration: 60, hasAlphaTag: false, isStill: false)
    let info = ClipInfo(path: "/a", container: container, startTime: start, video: video, audio: nil)
    return ClipTimes(info, video, from: clipStart, skipping: first, rate: 25)
  }

  /// The lead of 0.5 s is 13 frames, 0.52 s. The film's clock begins at 9.48 s, and frame 5 is at 10.2 s.
  @Test("filters use the film's clock for a file with an index")
  func index() {
    let times = times("mov,mp4,m4a,3gp,3g2,mj2", start: 0, videoStart: 0, from: 10, skipping: 5)
    #expect(times.input == ["-copyts", "-itsoffset", "-9.480000", "-noaccurate_seek", "-ss", "9.680000"])
    #expect(times.start == Ratio(18, 25))
    #expect(times.firstPicture == Ratio(-237, 25))
  }

  /// The lead of 12 s is 300 frames. Frame 5 is at 21.7 s, and ffmpeg enters at 9.7 s.
  @Test("filters count from the seek position for a file without an index")
  func entry() {
    let times = times("mpegts", start: 1.4, videoStart: 1.5, from: 20, skipping: 5)
    #expect(times.input == ["-noaccurate_seek", "-ss", "8.300000"])
    #expect(times.start == 12)
    #expect(times.firstPicture == -8.2)
  }

  @Test("without a seek, time 0 of a transport stream is its first picture")
  func beginning() {
    let times = times("mpegts", start: 1.4, videoStart: 1.5, from: 0, skipping: 3)
    #expect(times.input == ["-itsoffset", "0.000000"])
    #expect(times.start == Ratio(3, 25))
    #expect(times.firstPicture == 0)
  }
}
