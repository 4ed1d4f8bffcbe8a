/// Names and comments that cannot break out of their place.
enum TypeScriptText {
  /// A member's name, quoted unless it is an identifier.
  static func key(_ name: String) -> String {
    isIdentifier(name) ? name : quoted(name)
  }

  /// A parameter's name; one that JavaScript does not allow is changed.
  static func parameter(_ name: String) -> String {
    var text = String(name.map { isIdentifierPart($0) ? $0 : "_" })
    if text.first.map(isIdentifierStart) != true { text = "_" + text }
    return reserved.contains(text) ? text + "_" : text
  }

  /// A string literal, which is JSON's.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    // Strings can always be written.
    try? text.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For a comment: it does not end there, and stays on one line.
  static func harmless(_ text: String) -> String {
    String(text.replacing("*/", with: "*\\/").map { $0.isNewline ? " " : $0 })
  }

  private static func isIdentifier(_ name: String) -> Bool {
    name.first.map(isIdentifierStart) == true && name.allSatisfy(isIdentifierPart)
  }

  private static func isIdentifierStart(_ character: Character) -> Bool {
    "_$".contains(character) || character.unicodeScalars.first?.properties.isIDStart == true
  }

  private static func isIdentifierPart(_ character: Character) -> Bool {
    character == "$" || character.unicodeScalars.allSatisfy { $0.properties.isIDContinue }
  }

  /// Not allowed as names of parameters, in strict code.
  private static let reserved: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in", "instanceof", "interface", "let", "new", "null", "options", "package", "private", "protected", "public",
    "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    "yield",
  ]
}
