import SegueFields
import SegueMotion

extension Kind<TimingCurve> {
  package static var curve: Kind {
    Kind(
      TextForm("a curve such as ease-out", words: { TimingCurve.named.map(\.name) }) {
        (text) throws(Refusal) in
        do throws(TimingCurveError) { return try TimingCurve(text: text) } catch {
          throw Refusal(.error(error))
        }
      },
      JSONForm(
        JSONSchema.described(
          JSONSchema.text(like: ["ease-out", "spring(0.8)"]), "A curve, as --timing takes it."),
        write: { .text("\($0)") }
      ) { object, key in
        guard let text = try object.text(key) else { return nil }
        do { return try TimingCurve(parsing: text) } catch { throw object.problem("“\(key)”: \(error)") }
      },
      check: { (curve) throws(Refusal) in
        do throws(TimingCurveError) { try curve.validate() } catch { throw Refusal(.error(error)) }
      })
  }
}

extension Kind<FrameRate> {
  package static var rate: Kind {
    Kind(
      TextForm("frames per second of a sequence of pictures, such as 24 or 30000/1001") {
        try? FrameRate(parsing: $0)
      }, JSONForm(JSONSchema.rate) { try $0.rate($1) })
  }
}
