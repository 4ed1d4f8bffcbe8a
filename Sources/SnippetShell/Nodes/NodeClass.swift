/// A class that the shell's style sheet, or a program's own, gives a look.
///
/// A literal that is no CSS identifier stops a debug build; in a release build its bad characters become `_`.
public struct NodeClass: Sendable, Hashable, ExpressibleByStringLiteral {
  /// As it stands in a style sheet, without the dot.
  public let name: String

  /// A class by a name that is computed.
  public init(named name: String) throws(NodeError) {
    guard NodeNames.isIdentifier(name) else { throw .className(name) }
    self.name = name
  }

  /// A class by a name in the program's text.
  public init(stringLiteral literal: String) {
    if NodeNames.isIdentifier(literal) {
      name = literal
    } else {
      assertionFailure("\(NodeError.className(literal))")
      name =
        "_" + String(decoding: literal.utf8.map { NodeNames.isNamePart($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }
  }
}
