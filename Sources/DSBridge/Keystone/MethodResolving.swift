/// Finds namespace and name in what a page wrote as a method. Replaceable: ``Keystone/methodResolver``.
public protocol MethodResolving: Sendable {
  /// Throws when the text names no method; the page's call then fails with that error.
  func resolveMethodFromRaw(_ text: String) throws -> Method
}

/// Trims the text and splits it at its last dot, as DSBridge does on iOS and Android.
public struct MethodResolver: MethodResolving {
  /// There is nothing to choose.
  public init() {}

  /// Throws a ``BridgeError`` of code `noSuchMethod` for a text that is empty, or begins or ends with a dot.
  public func resolveMethodFromRaw(_ text: String) throws -> Method {
    // Whitespace beyond ASCII is rare enough for the slow way.
    let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    let trimmed = isPlain ? text[...] : text.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace)
    guard let dot = trimmed.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      guard !trimmed.isEmpty else { throw BridgeError(.noSuchMethod, "The method's name is empty.") }
      return Method(namespace: "", name: String(trimmed))
    }
    let method = Method(namespace: String(trimmed[..<dot]), name: String(trimmed[trimmed.utf8.index(after: dot)...]))
    guard !method.namespace.isEmpty, !method.name.isEmpty else {
      throw BridgeError(.noSuchMethod, "\"\(trimmed)\" names no method: it starts or ends with a dot.")
    }
    return method
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !predicate($0) }) else { return self[startIndex..<startIndex] }
    return self[...last]
  }
}
