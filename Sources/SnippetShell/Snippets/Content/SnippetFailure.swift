/// Why a snippet's page, or a list, could not be fetched.
public struct SnippetFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure. More may be added.
  public struct Kind: Sendable, Hashable {
    private let code: Int
    /// There was no answer.
    public static let unreachable = Kind(code: 0)
    /// It has taken too long.
    public static let late = Kind(code: 1)
    /// The server has answered with another status than 2xx.
    public static let status = Kind(code: 2)
    /// An address, or a redirect, of an origin that the program does not name.
    public static let refused = Kind(code: 3)
    /// It is too much, or no text in UTF-8.
    public static let unreadable = Kind(code: 4)
  }

  /// What kind of failure.
  public let kind: Kind
  /// 404, …; nil where there was no answer.
  public let status: Int?
  /// A sentence, with the address.
  public let description: String

  init(_ kind: Kind, _ description: String, status: Int? = nil) {
    self.kind = kind
    self.status = status
    self.description = description.printable
  }
}
