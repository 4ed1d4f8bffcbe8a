public import HTTPTypes

/// A request for a route, as its handler and middleware see it.
public struct Request: Sendable {
  private enum Fields: Sendable {
    case made(HTTPFields)
    case received(any ReceivedHeaders)
  }

  /// HEAD comes to routes for GET as well; their answer goes out without its body.
  public let method: HTTPRequest.Method
  /// What it asks for.
  public let uri: URI
  /// What came with it; read once.
  public var body: RequestBody
  private var fields: Fields

  /// For tests of handlers and middleware; otherwise the server makes them.
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

  /// All of them. They are made when they are asked for: keep them where you look at several.
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

/// Headers as a server read them, which costs less than `HTTPFields`.
package protocol ReceivedHeaders: Sendable {
  /// All of them, made anew each time.
  var all: HTTPFields { get }
}
