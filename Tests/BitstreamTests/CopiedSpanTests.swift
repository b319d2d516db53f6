import Testing

@testable import SegueBitstream

@Suite("Copied spans") struct CopiedSpanTests {
  /// Pictures in decoding order: a letter for the kind, then the frame number.
  private func pictures(_ text: String) -> [CodedPicture] {
    text.split(separator: " ").map { word in
      let kinds: [Character: VideoStandard.PictureKind] = [
        "I": .instantRefresh, "C": .cleanAccess, "S": .skippedLeading, "R": .decodableLeading,
        "P": .dependent,
      ]
      let frame = Int(word.dropFirst())
      return CodedPicture(
        time: (frame ?? -1) * 10, kind: kinds[word.first ?? "P"] ?? .dependent, frame: frame)
    }
  }

  private func spans(_ text: String, _ allowed: Range<Int>) -> [String] {
    CopiedSpan.all(of: pictures(text), within: allowed).map { span in
      "\(span.frames) " + span.copied.map(String.init).joined(separator: ",")
    }
  }

  @Test("a span reaches from a keyframe to a frame where decoding and presentation order meet")
  func ends() {
    let clip = "I0 P3 P1 P2 I4 P7 P5 P6 P8"
    #expect(spans(clip, 0..<9) == ["0..<9 0,1,2,3,4,5,6,7,8"])
    #expect(spans(clip, 0..<8) == ["0..<8 0,1,2,3,4,5,6,7"])
    // Picture 7 is decoded before 5 and 6, so it may not be shown.
    #expect(spans(clip, 0..<7) == ["0..<5 0,1,2,3,4"])
    #expect(spans(clip, 1..<9) == ["4..<9 4,5,6,7,8"])
    #expect(spans(clip, 5..<9) == [])
    #expect(spans(clip, 4..<5) == ["4..<5 4"])
    #expect(spans(clip, 0..<0) == [])
  }

  @Test("a span drops the leading pictures of an open GOP")
  func leading() {
    #expect(spans("I0 P1 C4 S2 S3 P5", 0..<6) == ["0..<6 0,1,2,3,4,5"])
    #expect(spans("I0 P1 C4 S2 S3 P5", 2..<6) == ["4..<6 2,5"])
    #expect(spans("I0 P1 C4 R2 S3 P5", 1..<6) == ["4..<6 2,5"])
    #expect(spans("I0 P1 I4 R2 R3 P5", 2..<6) == ["2..<6 2,3,4,5"])
    #expect(spans("I0 P1 I4 R2 R3 P5", 3..<6) == ["4..<6 2,5"])
    // The span may not end before pictures that are shown earlier.
    #expect(spans("C4 S2 S3 P5", 2..<5) == ["4..<5 0"])
  }

  @Test("a second picture in one frame ends a span")
  func doubled() {
    #expect(spans("I0 P1 P1 P2 I3 P4", 0..<5) == ["0..<1 0", "3..<5 4,5"])
    // A frame without a picture repeats the previous picture.
    #expect(spans("I0 P1 P4 P5", 0..<6) == ["0..<6 0,1,2,3"])
  }

  @Test("IDR pictures and CRA pictures without skipped leading pictures are sync samples")
  func sync() {
    let open = pictures("C0 P1 C4 S2 S3 I5 C8 R7 P9")
    #expect(open.indices.filter { CopiedSpan.isSync($0, open) } == [0, 5, 6])
  }
}
