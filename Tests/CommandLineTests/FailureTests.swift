import ArgumentParser
import SegueFilms
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueText
import SegueTools
import SegueTransitions
import Testing

@testable import SegueRun
@testable import SegueSystem
@testable import segue_cli

/// Every kind of error with its exit code of sysexits.h and a part of its sentence.
@Suite("Exit codes and sentences of errors") struct FailureTests {
  static let known: [(any Error, Failure.Code, String)] = [
    (UsageError.invalidValue(option: .stillProgress, value: "2", expected: "0 to 1"), .usage, "--at is “2”"),
    (UsageError.unknownTransition(name: "x", nearest: "y"), .usage, "did you mean y?"),
    (UsageError.unknownTransition(name: "x", nearest: nil), .usage, "segue list"),
    (UsageError.standardInputTwice, .usage, "standard input"),
    (UsageError.conflict(.excludes(.copy, .byteLimit)), .usage, "--copy keeps the bytes of the clips"),
    (CommandError.conflict("this and that"), .usage, "this and that"),
    (InvalidValue(value: "x", expected: "1").of("--frames"), .usage, "--frames is “x”"),
    (SegueError(UsageError.standardInputTwice), .usage, "standard input"),
    (SegueError.cancelled, .inputOutput, "cancelled"),
    (
      SegueError(ColorTableError(name: "a.cube", line: nil, problem: .missingSize)), .badData,
      "a.cube"
    ),
    (SegueError(RenderError.fault(reason: "lost")), .software, "internal error: lost"),
    (UsageError.outputIsInput(path: "a.png"), .usage, "a.png"),
    (UsageError.framesOutOfRange(first: 1, last: 9, count: 5), .usage, "0-4"),
    (
      MediaError.oddSides(ImageSize(width: 3, height: 3), format: "mp4"), .usage,
      "-s 2x2"
    ),
    (
      UsageError.parameter(.unknown(name: "widht", transition: "t", known: ["width"])), .usage,
      "did you mean width?"
    ),
    (UsageError.parameter(.unknown(name: "a", transition: "t", known: [])), .usage, "no parameters"),
    (UsageError.parameter(.missing(name: "a", transition: "t")), .usage, "-p a="),
    (SystemError.unreadable(path: "a", reason: "gone"), .noInput, "a cannot be read: gone"),
    (SystemError.badData(path: "a", reason: "torn"), .badData, "torn"),
    (SystemError.outputExists(path: "a"), .cannotCreate, "-y"),
    (SystemError.cannotCreate(path: "a", reason: "no"), .cannotCreate, "a cannot be created: no"),
    (SystemError.writeFailed(path: "a", reason: "full"), .inputOutput, "full"),
    (SystemError.programMissing(name: "f", cause: .notFound), .unavailable, "apt-get install ffmpeg"),
    (
      SystemError.programMissing(name: "f", cause: .variable("SEGUE_F", value: "g", reason: "gone")),
      .unavailable, "SEGUE_F is “g”: gone; set it"
    ),
    (SystemError.programMissing(name: "f", cause: .prober(input: "a")), .unavailable, "a needs it"),
    (SystemError.programMissing(name: "f", cause: .tooOld(minimum: "5.1")), .unavailable, "than version 5.1"),
    (SystemError.programMissing(name: "sinfo", cause: .scheduler), .unavailable, "--slurm needs"),
    (SystemError.programFailed(name: "f", reason: "died", log: ["one"]), .inputOutput, "died"),
    (
      SystemError.refused(.programFailed(name: "f", reason: "exited", log: ["one"])), .refused,
      "f failed: it exited"
    ),
    (
      SystemError.refused(.programMissing(name: "f", cause: .notStarted(reason: "no"))), .refused,
      "cannot be started: no"
    ),
    (
      SystemError.programMissing(name: "f", cause: .notStarted(reason: "Cannot allocate memory")),
      .unavailable, "cannot be started"
    ),
    (SystemError.libraryMissing(name: "f", use: .subtitles(package: "p")), .unavailable, "install p"),
    (
      MediaError.encoderMissing(name: "e", program: "f", known: ["g"]), .unavailable,
      "f has no such encoder; it has g"
    ),
    (MediaError.deviceMissing(encoder: "e", reason: "none"), .unavailable, "(none); leave out --codec"),
    (MediaError.unsupported(format: "-", limit: .unnamed), .usage, "-: standard output needs --format"),
    (MediaError.invalidOption(.codec, problem: .copies), .usage, "--codec is “copy”"),
    (SystemError.cancelled, .inputOutput, "cancelled"),
    (RenderError.unavailable("none"), .unavailable, "none"),
    (TextError.noFontInstalled, .unavailable, "install one, such as fonts-dejavu-core"),
    (TextError.tooLarge(characters: 7, size: 9000), .usage, "7 characters, 9000 pixels high"),
    (TextError.failed(reason: "out of memory"), .software, "out of memory"),
    (RenderError.unsupported("too large"), .unavailable, "too large"),
    (RenderError.deviceLost("reset"), .unavailable, "reset"),
    (RenderError.outOfMemory("full"), .unavailable, "full"),
    (RenderError.differs("other pixels"), .unavailable, "other pixels"),
    (TimingCurveError.unknownName("x"), .usage, "x"),
    (TimelineError.missingBegin(index: nil), .badData, "begin"),
    (TimelineError.invalidDuration(0), .badData, "duration"),
    (ValidationError("not like this"), .usage, "not like this"),
    (
      FrameCountMismatch(what: "frames", planned: 90, made: 89), .software,
      "the plan has 90 frames, but 89 were made"
    ),
    (
      FrameCountMismatch(what: "samples", planned: 9, made: 8), .software,
      "the plan has 9 samples, but 8 were made"
    ),
    (Strange(), .software, "internal error"),
  ]

  private struct Strange: Error {}

  @Test("every error has an exit code and a one-sentence message", arguments: known.indices)
  func sentence(index: Int) {
    let (error, code, words) = Self.known[index]
    let (found, sentence) = Failure.describe(error)
    #expect(found == code)
    #expect(sentence.contains(words), "\(sentence)")
  }

  @Test(
    "the facts of an error have its exit code, key path and property",
    arguments: [
      (
        FilmError.part(
          SegueError(UsageError.unknownTransition(name: "slidee", nearest: "slide")), place: "titles[0].enter"
        ),
        64, .unknownName, "titles[0]", "enter"
      ),
      (
        FilmError.value(place: "clips[2].duration", value: "-1 s", expected: "more"), 64, .invalidValue,
        "clips[2]", "duration"
      ),
      (
        FilmError.value(place: "pictureDuration", value: "-1 s", expected: "more"), 64, .invalidValue, nil,
        "pictureDuration"
      ),
      (FilmError.argument("A,size=9", expected: "less"), 64, .invalidValue, "A,size=9", nil),
      (
        FilmError.file(name: "film.json", reason: "no", place: "clips[1]", property: "volume"), 65,
        .invalidData, "clips[1]", "volume"
      ),
      (UsageError.conflict(.excludes(.copy, .byteLimit)), 64, .conflict, nil, nil),
      (UsageError.conflict(.format(.plays, .mp4)), 64, .conflict, nil, "plays"),
      (InvalidValue(value: "x", expected: "1").of("--frames"), 64, .invalidValue, nil, "frames"),
      (
        CommandError.option(
          "--title", problem: ": no", SegueError(FilmError.argument("A,size=9", expected: "less"))), 64,
        .invalidValue, "A,size=9", nil
      ),
      (CommandError.option("--fps", problem: " is “x”"), 64, .invalidValue, nil, "frameRate"),
      (BatchList.Problem(reason: "unknown key", code: .invalidData), 65, .invalidData, nil, nil),
      (SystemError.unreadable(path: "a", reason: "gone"), 66, .unreadable, nil, nil),
      (Strange(), 70, .internalError, nil, nil),
    ] as [(any Error, Int32, SegueError.Code, String?, String?)])
  func facts(error: any Error, exit: Int32, code: SegueError.Code, place: String?, property: String?) {
    let facts = Failure.Facts(error)
    #expect(facts.exit == exit && facts.code == code)
    #expect(facts.place == place && facts.property == property)
  }

  @Test("the message of an error is the first line of its sentence")
  func message() {
    let facts = Failure.Facts(exit: 65, code: .invalidData, sentence: "a.glsl:3: no\n  | line")
    #expect(facts.message == "a.glsl:3: no")
  }

  @Test("only write errors other than a broken pipe are reported after a signal")
  func signal() {
    let full = SystemError.writeFailed(path: "a", reason: "No space left on device")
    #expect(!Failure.canFollowSignal(full) && !Failure.canFollowSignal(SegueError(full)))
    let consequences: [any Error] = [
      CancellationError(), SystemError.writeFailed(path: "standard output", reason: "Broken pipe"),
      SystemError.programFailed(name: "f", reason: "was ended by signal 15", log: []),
    ]
    #expect(consequences.allSatisfy(Failure.canFollowSignal))
  }
}
