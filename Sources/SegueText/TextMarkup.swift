import CSeguePangoCairo

/// Pango's markup: `<b>`, `<i>`, and `<span>` with `color`, `alpha`, `weight` and `style`.
///
/// GLib's parser supports the five entities of XML and numeric references, and no entities that a
/// document defines.
///
/// **Source:** docs.gtk.org, Pango, "The Pango Markup Language".
final class TextMarkup {
  /// The characters without the tags.
  let text: String
  let attributes: OpaquePointer

  /// The types of the supported attributes.
  private static let supported = [
    PANGO_ATTR_STYLE, PANGO_ATTR_WEIGHT, PANGO_ATTR_FOREGROUND, PANGO_ATTR_FOREGROUND_ALPHA,
  ].map(\.rawValue)

  /// - Throws: `TextError.markup`.
  init(_ markup: String) throws(TextError) {
    var (attributes, text): (OpaquePointer?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    var error: UnsafeMutablePointer<GError>?
    let isRead = pango_parse_markup(
      markup, Int32(markup.utf8.count), 0, &attributes, &text, nil, &error)
    guard isRead != 0, let attributes, let text else {
      let reason = error?.pointee.message.map { String(cString: $0) } ?? "it is not markup"
      g_error_free(error)
      throw .markup(reason: reason)
    }
    self.text = String(cString: text)
    self.attributes = attributes
    g_free(text)
    let others = pango_attr_list_filter(
      attributes,
      { attribute, _ in
        TextMarkup.supported.contains(attribute?.pointee.klass.pointee.type.rawValue ?? 0) ? 0 : 1
      }, nil)
    guard let others else { return }
    pango_attr_list_unref(others)
    throw .markup(
      reason: "use only <b>, <i>, and <span> with color, alpha, weight and style")
  }

  deinit { pango_attr_list_unref(attributes) }
}
