/// The server's answer to a call that failed (docs/protocol.md, section 5).
public struct CallFailure: Error, Decodable, Equatable, CustomStringConvertible {
  /// Always -1 today.
  public var code: Int
  /// What went wrong, in a sentence.
  public var message: String
  /// `noSuchMethod`, `argument`, `thrown`, and so on.
  public var kind: String
  /// The method that was called.
  public var method: String?
  /// The callback that will not be called any more.
  public var callback: String?
  /// With `argument`: the type the function takes.
  public var expected: String?
  /// With `argument`: what the page gave it.
  public var got: String?

  /// One line.
  public var description: String { "\(method ?? "call"): \(kind): \(message)" }
}
