import Foundation

/// A type that splits the method name of a call into a namespace and a name. A program can set its own resolver as
/// ``Keystone/methodResolver``.
public protocol MethodResolving: Sendable {
  /// Parses a method name. If it throws because the text is not a method name, the page's call fails with that error.
  func resolveMethodFromRaw(_ text: String) throws -> Method
}

/// The default resolver. It trims the text and splits it at the last dot, as DSBridge does on iOS and Android.
public struct MethodResolver: MethodResolving {
  /// Creates the default resolver.
  public init() {}

  /// Parses a method name. Throws a ``BridgeError`` of code `noSuchMethod` if the text is empty, or begins or ends with
  /// a dot.
  public func resolveMethodFromRaw(_ text: String) throws -> Method {
    // Only text with spaces, control characters or non-ASCII characters can begin or end with whitespace. Such text is
    // rare, so trimming is skipped for all other text.
    let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    let trimmed = isPlain ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let dot = trimmed.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      guard !trimmed.isEmpty else { throw BridgeError(.noSuchMethod, "The method's name is empty.") }
      return Method(namespace: "", name: trimmed)
    }
    let method = Method(namespace: String(trimmed[..<dot]), name: String(trimmed[trimmed.utf8.index(after: dot)...]))
    guard !method.namespace.isEmpty, !method.name.isEmpty else {
      throw BridgeError(.noSuchMethod, "\"\(trimmed)\" is not a method's name: it starts or ends with a dot.")
    }
    return method
  }
}

/// The name by which a page calls a function: `a.b.f` is the function `f` in the namespace `a.b`.
public struct Method: Sendable, Hashable, CustomStringConvertible {
  /// The namespace; empty for the interface without one.
  public var namespace: String
  /// The name without the namespace.
  public var name: String

  /// Creates a method from a namespace and a name, without trimming or splitting them.
  public init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// The method's name as a page writes it.
  public var description: String { namespace.isEmpty ? name : "\(namespace).\(name)" }
}
