import SegueSystem
import Testing

@testable import SegueRun

/// Warnings about filters among the encoder arguments.
@Suite("Encoder filters") struct EncoderFilterTests {
  private func warnings(_ arguments: String...) -> [String] {
    var output = OutputRequest("film.mp4")
    output.encoderArguments = arguments
    return output.filterNotices(.properties).messages
  }

  @Test(
    "filters that change the time are named in a warning",
    arguments: [
      ("-vf", "setpts=2*PTS", "setpts"), ("-filter:v:0", "scale=64:48, setpts@slow=2*PTS", "setpts"),
      ("-af", "volume=2,atempo=0.5,apad", "atempo, apad"),
      ("-filter_complex", "[0:v]hue=s=0[a];[a]setpts=PTS*2", "setpts"),
    ])
  func time(option: String, graph: String, names: String) {
    let sentence =
      "\(names) in encoderArguments can change the speed or the length of the output, which the report does "
      + "not show"
    #expect(warnings("-g", "10", option, graph) == [sentence])
  }

  @Test(
    "other filters and arguments have no warning",
    arguments: [("-vf", "eq=gamma=1.1,hue=s=0"), ("-metadata", "title=setpts"), ("-af", "volume=2")])
  func others(option: String, value: String) {
    #expect(warnings(option, value).isEmpty)
  }
}
