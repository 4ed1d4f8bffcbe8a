/// The name under which a page calls a function: `a.b.f` is `f` in the namespace `a.b`.
public struct Method: Sendable, Hashable, CustomStringConvertible {
  /// Empty for the interface without a namespace.
  public var namespace: String
  /// Without the namespace.
  public var name: String

  /// As given, neither trimmed nor split.
  public init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// As a page writes it.
  public var description: String { namespace.isEmpty ? name : "\(namespace).\(name)" }
}
