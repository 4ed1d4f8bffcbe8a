/// Names and comments, escaped for their place in the declarations.
enum TypeScriptText {
  /// Returns a member's name, quoted unless it is an identifier.
  static func key(_ name: String) -> String {
    isIdentifier(name) ? name : quoted(name)
  }

  /// Returns a parameter's name, changed if JavaScript does not allow it.
  static func parameter(_ name: String) -> String {
    var text = String(name.map { isIdentifierPart($0) ? $0 : "_" })
    if text.first.map(isIdentifierStart) != true { text = "_" + text }
    return reserved.contains(text) ? text + "_" : text
  }

  /// Returns a string literal, in JSON's notation.
  static func quoted(_ text: String) -> String {
    String(decoding: JSON(quoting: text).bytes, as: UTF8.self)
  }

  /// Returns the text for use in a comment: on one line, and with `*/` escaped.
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

  /// The words that are not allowed as parameter names in strict mode, and `options`, which the declarations use.
  private static let reserved: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in", "instanceof", "interface", "let", "new", "null", "options", "package", "private", "protected", "public",
    "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    "yield",
  ]
}
