import ArgumentParser
import Imaging
import MediaIO
import Segue

/// `segue render`: two pictures become a video, an animation or a sequence.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Renders the transition from one picture to another (the default).")

  @Argument(help: "The picture that leaves: PNG, JPEG, WebP, or what ffmpeg decodes; - is stdin.")
  var from: String

  @Argument(help: "The picture that comes.")
  var to: String

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Renderer") var renderer: RendererOptions
  @OptionGroup(title: "Encoder") var encoder: EncoderOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions

  func validate() throws {
    if messages.json, output.output == "-" {
      throw ValidationError("--json writes its report to stdout, and so would -o -")
    }
  }

  func run() async throws {
    Console.use(messages.color)
    if messages.json { try Console.checkResults() }
    let job = try RenderJob(try request())
    let bar = messages.showsProgress ? ProgressBar() : nil
    Interruption.listen { job.cancel() }
    let (isVerbose, printsReport) = (messages.verbose, messages.json)
    let report: RenderReport
    do {
      report = try await job.run(
        onProgress: { bar?.show(done: $0, total: $1) }, onNote: { if isVerbose { $0.show() } },
        onReport: { if printsReport { try Console.result(json: $0) } })
    } catch {
      bar?.clear()
      throw error
    }
    bar?.clear()
    if messages.quiet { return }
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if !printsReport { Console.note(summary(of: report), as: .summary) }
  }

  private func request() throws -> RenderRequest {
    var request = RenderRequest(from: PictureSource(from), to: PictureSource(to), output: output.output)
    input.fill(&request)
    output.fill(&request)
    try transition.fill(&request)
    time.fill(&request)
    renderer.fill(&request)
    encoder.fill(&request)
    request.onStalledShader = StalledShader.end
    return request
  }

  private func summary(of report: RenderReport) -> String {
    let place =
      switch report.outputs.count {
      case 0: OutputDestination.standardOutput.name
      case 1: report.outputs[0]
      default: Count.files(report.outputs.count)
      }
    let rate = Int(report.framesPerSecond.rounded())
    return
      "\(place): \(Count.frames(report.frames)) of \(report.width)x\(report.height), "
      + "\(report.transition), \(rate) frames/s on \(report.renderer.device) (\(report.renderer.reason))"
  }
}
