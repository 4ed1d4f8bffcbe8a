extension String {
  /// For one line of a log: what a list or a page holds may be long, and hold line ends.
  var printable: String {
    let limit = 400
    var text = ""
    for scalar in unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.dropFirst(limit).isEmpty ? text : "\(text)…"
  }
}
