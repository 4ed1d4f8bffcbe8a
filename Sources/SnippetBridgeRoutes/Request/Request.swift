public import HTTPTypes

/// A request to a route, for its handler and middleware.
public struct Request: Sendable {
  private enum Fields: Sendable {
    case made(HTTPFields)
    case received(any ReceivedHeaders)
  }

  /// The method. A route for GET also gets HEAD requests; the server sends such a response without its body.
  public let method: HTTPRequest.Method
  /// The path and the query.
  public let uri: URI
  /// The body, which can be read once.
  public var body: RequestBody
  private var fields: Fields

  /// Creates a request for tests of handlers and middleware. Otherwise the server creates requests.
  public init(method: HTTPRequest.Method = .get, uri: URI, headers: HTTPFields = [:], body: RequestBody = RequestBody())
  {
    self.method = method
    self.uri = uri
    self.body = body
    fields = .made(headers)
  }

  package init(method: HTTPRequest.Method, uri: URI, received: any ReceivedHeaders, body: RequestBody) {
    self.method = method
    self.uri = uri
    self.body = body
    fields = .received(received)
  }

  /// All headers. Each access creates the collection: keep it if you look at several headers.
  public var headers: HTTPFields {
    get {
      switch fields {
      case .made(let headers): headers
      case .received(let received): received.all
      }
    }
    set { fields = .made(newValue) }
  }
}

/// Headers as a server has read them. Looking one up costs less than with `HTTPFields`.
package protocol ReceivedHeaders: Sendable {
  /// All headers, as a new collection.
  var all: HTTPFields { get }
}
