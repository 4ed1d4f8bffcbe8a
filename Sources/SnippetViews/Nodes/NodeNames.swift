/// The tags, attributes and style properties that nodes may have. All other names are rejected.
enum NodeNames {
  static let tags: Set<String> = html.union(svg)

  private static let html: Set<String> = words(
    """
    a abbr article aside b blockquote br button code dd del details dialog div dl dt em fieldset figcaption figure footer
    h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend li main mark meter nav ol optgroup option output p pre
    progress q s samp search section select small span strong sub summary sup table tbody td textarea tfoot th thead time
    tr u ul var
    """)

  /// The tags that need the SVG namespace. `tree.js` contains the same list.
  static let svg: Set<String> = words("svg g path circle rect line polyline polygon ellipse")

  /// The tags of elements that can have neither text nor children.
  static let empty: Set<String> = words("br hr img input path circle rect line polyline polygon ellipse")

  /// Returns whether an element with the given tag may have the attribute.
  static func allows(attribute name: String, on tag: String) -> Bool {
    if let suffix = name.dropping("aria-") ?? name.dropping("data-") {
      return !suffix.isEmpty && suffix.utf8.allSatisfy { isLowercase($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
    if everywhere.contains(name) { return true }
    return svg.contains(tag) ? drawing.contains(name) : byTag[tag]?.contains(name) ?? false
  }

  /// The Boolean attributes, whose values are ignored.
  static let flags: Set<String> = words(
    "checked disabled hidden inert multiple open readonly required reversed selected")

  private static let everywhere: Set<String> = words("id title lang dir hidden inert role tabindex")

  private static let byTag: [String: Set<String>] = [
    "a": words("href target"),
    "button": words("disabled"),
    "del": words("datetime"), "ins": words("datetime"), "time": words("datetime"),
    "details": words("open name"), "dialog": words("open"),
    "fieldset": words("disabled"),
    "img": words("src alt width height loading decoding"),
    "input": words(
      """
      type value checked placeholder disabled readonly required name min max step minlength maxlength autocomplete
      inputmode enterkeyhint spellcheck size
      """),
    "label": words("for"), "output": words("for"),
    "li": words("value"),
    "meter": words("value min max low high optimum"),
    "ol": words("start reversed type"),
    "optgroup": words("label disabled"), "option": words("value label selected disabled"),
    "progress": words("value max"),
    "select": words("value disabled required multiple size"),
    "td": words("colspan rowspan headers"), "th": words("colspan rowspan headers scope"),
    "textarea": words(
      "value placeholder disabled readonly required rows cols minlength maxlength autocomplete spellcheck"),
  ]

  private static let drawing: Set<String> = words(
    """
    viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry d points transform opacity pathLength
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray
    stroke-dashoffset vector-effect
    """)

  /// Returns whether a style may have the property.
  static func allows(property name: String) -> Bool {
    if let suffix = name.dropping("--") { return !suffix.isEmpty && suffix.utf8.allSatisfy(isNamePart) }
    return properties.contains(name) || families.contains { name == $0 || name.hasPrefix($0 + "-") }
  }

  /// The prefixes of allowed CSS properties. For example, `grid` allows `grid` and all properties that begin with
  /// `grid-`.
  private static let families = [
    "align", "animation", "background", "border", "column", "flex", "font", "gap", "grid", "inset", "justify", "margin",
    "outline", "overflow", "padding", "place", "row", "scroll", "text", "transform", "transition",
  ]

  private static let properties: Set<String> = words(
    """
    accent-color aspect-ratio backdrop-filter block-size bottom box-shadow box-sizing caret-color clip-path color
    color-scheme contain cursor direction display fill fill-opacity filter height hyphens inline-size isolation left
    letter-spacing line-clamp line-height list-style-type mask-image max-block-size max-height max-inline-size max-width
    min-block-size min-height min-inline-size min-width mix-blend-mode object-fit object-position opacity order
    pointer-events position right rotate scale scrollbar-width stroke stroke-dasharray stroke-dashoffset stroke-width
    tab-size top touch-action translate user-select vertical-align visibility white-space width will-change word-break
    z-index
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Returns whether a name is a CSS identifier without escapes. As in CSS, non-ASCII characters count as letters.
  static func isIdentifier(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy(isNamePart), !isDigit(bytes[0]) else { return false }
    if bytes[0] == UInt8(ascii: "-") { return bytes.count > 1 && !isDigit(bytes[1]) }
    return true
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isLowercase(byte) || isLowercase(byte | 0x20) || isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
  /// Returns the text after `prefix`, or `nil` if the string does not begin with it.
  fileprivate func dropping(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
