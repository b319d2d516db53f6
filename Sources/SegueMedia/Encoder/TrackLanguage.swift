/// Track languages: ISO 639-2 in most files; Macintosh languages in QuickTime files, which ffmpeg
/// names with different spellings.
///
/// **Source:** QuickTime File Format Specification, “Language Code Values”; ffmpeg, libavformat/isom.c.
package enum TrackLanguage {
  /// The ISO 639-2 code for a file's `tag`; empty if unknown.
  static func read(_ tag: String?) -> String {
    guard let tag, tag != "und" else { return "" }
    return standard[tag] ?? tag
  }

  /// Whether `typed`, two or three letters, means the ISO 639-2 language `code`; some languages
  /// have two codes.
  static func isSame(_ typed: String, _ code: String) -> Bool {
    func terminological(_ code: String) -> String { bibliographic[code] ?? code }
    return !code.isEmpty && terminological(short[typed] ?? typed) == terminological(code)
  }

  /// The bibliographic codes that differ from the terminological ones.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
    "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri",
    "may": "msa", "per": "fas", "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
  ]

  /// The two-letter codes (ISO 639-1) of common film languages.
  private static let short = [
    "ar": "ara", "bg": "bul", "bn": "ben", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell",
    "en": "eng", "es": "spa", "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin",
    "hr": "hrv", "hu": "hun", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ko": "kor", "lt": "lit",
    "lv": "lav", "ms": "msa", "nb": "nob", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron",
    "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "ta": "tam", "te": "tel", "th": "tha",
    "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie", "zh": "zho",
  ]

  /// ffmpeg's tag for `language` in a file of `format`; `nil` if the format cannot express it.
  package static func tag(_ language: String, in format: OutputFormat) -> String? {
    guard format.facts.movie == .quickTime else { return language }
    if macintosh.contains(language) { return language }
    return spelled[language]
  }

  static func arguments(_ language: String, of stream: String, in format: OutputFormat) -> [String] {
    guard !language.isEmpty, let tag = tag(language, in: format) else { return [] }
    return ["-metadata:s:\(stream)", "language=\(tag)"]
  }

  /// Macintosh languages that ffmpeg spells with one of their ISO 639-2 codes.
  private static let macintosh = Set(
    """
    eng fra ger ita dut spa dan por nor heb jpn ara fin gre ice mlt tur chi urd hin tha kor lit pol hun est lav smi per rus alb \
    ron ces slk slv yid mac bul ukr bel uzb kaz aze arm geo kir tgk tuk mon pus kur kas snd tib nep san mar ben asm guj ori mal \
    kan tam tel sin bur khm lao vie ind tgl may amh tir orm som swa kin run nya mlg epo wel baq cat lat que grn aym tat uig dzo \
    jav
    """.split(separator: " ").map(String.init))

  /// ffmpeg's other spellings, by ISO 639-2 code.
  private static let spelled: [String: String] = [
    "fre": "fra", "deu": "ger", "nld": "dut", "ell": "gre", "isl": "ice", "zho": "chi", "fas": "per",
    "sqi": "alb", "rum": "ron", "cze": "ces", "slo": "slk", "mkd": "mac", "hye": "arm", "kat": "geo",
    "bod": "tib", "mya": "bur", "msa": "may", "cym": "wel", "eus": "baq", "nob": "nor", "nno": "nor",
    "sme": "smi",
  ].merging(standard.map { ($1, $0) }) { $1 }

  /// The ISO 639-2 codes for ffmpeg's spellings that are not such codes.
  private static let standard = [
    "sve": "swe", "hr ": "hrv", "sr ": "srp", "fo ": "fao", "pa ": "pan", "iri": "gle",
  ]
}
