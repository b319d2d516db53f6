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

  /// Whether `typed`, two or three letters, means the language `code` of ISO 639-2, of which some languages have two.
  static func isSame(_ typed: String, _ code: String) -> Bool {
    func terminological(_ code: String) -> String { bibliographic[code] ?? code }
    return !code.isEmpty && terminological(short[typed] ?? typed) == terminological(code)
  }

  /// The codes for use in libraries that are not those of everybody else.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
    "fre": "fra",
    "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa",
    "per": "fas",
    "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
  ]

  /// The codes of two letters, ISO 639-1, of languages that films are in.
  private static let short = [
    "ar": "ara", "bg": "bul", "bn": "ben", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell",
    "en": "eng",
    "es": "spa", "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv",
    "hu": "hun",
    "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ko": "kor", "lt": "lit", "lv": "lav", "ms": "msa",
    "nb": "nob",
    "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv",
    "sr": "srp",
    "sv": "swe", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie",
    "zh": "zho",
  ]

  /// The tag with which ffmpeg writes `language` into a file of `format`; `nil` where the file has none for it.
  package static func tag(_ language: String, in format: OutputFormat) -> String? {
    guard format.facts.movie == .quickTime else { return language }
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
