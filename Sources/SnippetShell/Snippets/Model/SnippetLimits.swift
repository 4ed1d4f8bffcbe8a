/// How much a list, its server and its pages may be. What is more is refused, with an error that says so.
public struct SnippetLimits: Sendable, Hashable {
  /// Snippets of a list.
  public var snippets = 500
  /// Resources and overrides of a snippet, together.
  public var resources = 64
  /// Bytes of a list.
  public var listBytes = 4 << 20
  /// Bytes of a message of a list's socket.
  public var messageBytes = 1 << 20
  /// Bytes of a page, before and after its template is filled in; of a resource, too.
  public var pageBytes = 16 << 20
  /// Tags of a template.
  public var tags = 2000
  /// Redirects on the way to a page, a resource or a list.
  public var redirects = 10
  /// How long one of these may take to come.
  public var fetchTime: Duration = .seconds(60)

  /// The defaults.
  public init() {}
}
