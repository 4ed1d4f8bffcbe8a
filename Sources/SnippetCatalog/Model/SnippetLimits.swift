/// The limits for a list, its server and its pages. A list or a response that exceeds a limit is rejected with an
/// error. If the rendering of a page exceeds a limit, the page is shown without being rendered.
public struct SnippetLimits: Sendable, Hashable {
  /// The maximum number of snippets in a list; 500 by default.
  public var snippets = 500
  /// The maximum number of resources and overrides of a snippet together; 64 by default.
  public var resources = 64
  /// The maximum size of a list, in bytes; 4 MB by default.
  public var listBytes = 4 << 20
  /// The maximum size of a message on the WebSocket for a list, in bytes; 1 MB by default.
  public var messageBytes = 1 << 20
  /// The maximum size of a resource, and of a page before and after its template is rendered. In bytes; 16 MB by
  /// default.
  public var pageBytes = 16 << 20
  /// The maximum number of tags in a template; 2,000 by default.
  public var tags = 2000
  /// The maximum number of redirects for a request; 10 by default.
  public var redirects = 10
  /// The maximum duration of a request, including redirects; 60 seconds by default.
  public var fetchTime: Duration = .seconds(60)

  /// Creates the default limits.
  public init() {}
}
