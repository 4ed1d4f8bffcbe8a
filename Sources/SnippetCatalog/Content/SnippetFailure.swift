/// The reason why a snippet's page, a resource or a list could not be fetched.
public struct SnippetFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure. Later versions may add more kinds.
  public struct Kind: Sendable, Hashable {
    private let code: Int
    /// The server did not respond.
    public static let unreachable = Kind(code: 0)
    /// The request took too long.
    public static let late = Kind(code: 1)
    /// The status of the response is not 2xx.
    public static let status = Kind(code: 2)
    /// The program does not admit the origin of an address or a redirect, or a request header is not allowed.
    public static let refused = Kind(code: 3)
    /// The response is too large, invalid, or not UTF-8.
    public static let unreadable = Kind(code: 4)
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The status code, such as 404, if ``kind`` is ``Kind/status``; otherwise `nil`.
  public let status: Int?
  /// A sentence that describes the failure and contains the address.
  public let description: String

  init(_ kind: Kind, _ description: String, status: Int? = nil) {
    self.kind = kind
    self.status = status
    self.description = description.printable
  }
}
