/// Languages of tracks: ISO 639-2 in most files; in QuickTime files the languages of the Macintosh, which ffmpeg names in its own
/// spelling.
///
/// **Source:** QuickTime File Format Specification, “Language Code Values”; ffmpeg, libavformat/isom.c.
package enum TrackLanguage {
  /// The language that a file calls `tag`, as ISO 639-2 has it; empty where it is not known.
  static func read(_ tag: String?) -> String {
    guard let tag, tag != "und" else { return "" }
    return standard[tag] ?? tag
  }

  /// The tag with which ffmpeg writes `language` into a file of `format`; `nil` where the file has none for it.
  package static func tag(_ language: String, in format: OutputFormat) -> String? {
    guard format == .mov else { return language }
    if macintosh.contains(language) { return language }
    return spelled[language]
  }

  /// The words of an encoder's command line for the language of the stream `stream`.
  static func arguments(_ language: String, of stream: String, in format: OutputFormat) -> [String] {
    guard !language.isEmpty, let tag = tag(language, in: format) else { return [] }
    return ["-metadata:s:\(stream)", "language=\(tag)"]
  }

  /// Those that are spelled as ISO 639-2 has it, in one of its two ways.
  private static let macintosh = Set(
    """
    eng fra ger ita dut spa dan por nor heb jpn ara fin gre ice mlt tur chi urd hin tha kor lit pol hun est lav smi per rus alb \
    ron ces slk slv yid mac bul ukr bel uzb kaz aze arm geo kir tgk tuk mon pus kur kas snd tib nep san mar ben asm guj ori mal \
    kan tam tel sin bur khm lao vie ind tgl may amh tir orm som swa kin run nya mlg epo wel baq cat lat que grn aym tat uig dzo \
    jav
    """.split(separator: " ").map(String.init))

  /// The spellings of others, by the code of ISO 639-2.
  private static let spelled: [String: String] = [
    "fre": "fra", "deu": "ger", "nld": "dut", "ell": "gre", "isl": "ice", "zho": "chi", "fas": "per",
    "sqi": "alb", "rum": "ron", "cze": "ces", "slo": "slk", "mkd": "mac", "hye": "arm", "kat": "geo",
    "bod": "tib", "mya": "bur", "msa": "may", "cym": "wel", "eus": "baq", "nob": "nor", "nno": "nor",
    "sme": "smi",
  ].merging(standard.map { ($1, $0) }) { $1 }

  /// The codes of ISO 639-2 for spellings that it does not have.
  private static let standard = [
    "sve": "swe", "hr ": "hrv", "sr ": "srp", "fo ": "fao", "pa ": "pan", "iri": "gle",
  ]
}
