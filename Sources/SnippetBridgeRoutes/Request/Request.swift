public import HTTPTypes

/// A request to a route, as its handler and middleware receive it.
public struct Request: Sendable {
  /// The method. A route for GET also receives HEAD requests; the server then sends the response without its body.
  public let method: HTTPRequest.Method
  /// The path and the query.
  public let uri: URI
  /// The body, which can be read once.
  public var body: RequestBody
  private var fields: any ReceivedHeaders

  /// Creates a request for tests of handlers and middleware. In production, the server creates requests.
  public init(method: HTTPRequest.Method = .get, uri: URI, headers: HTTPFields = [:], body: RequestBody = RequestBody())
  {
    self.init(method: method, uri: uri, received: headers, body: body)
  }

  package init(method: HTTPRequest.Method, uri: URI, received: any ReceivedHeaders, body: RequestBody) {
    self.method = method
    self.uri = uri
    self.body = body
    fields = received
  }

  /// All headers. Each access creates a new collection, so store the collection if you read several headers.
  public var headers: HTTPFields {
    get { fields.all }
    set { fields = newValue }
  }
}

/// The headers that a server has received. A lookup here is faster than in `HTTPFields`.
package protocol ReceivedHeaders: Sendable {
  /// All headers, as a new collection.
  var all: HTTPFields { get }
}

extension HTTPFields: ReceivedHeaders {
  package var all: HTTPFields { self }
}
