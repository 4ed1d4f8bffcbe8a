/// One function of an interface, ready to be called. Not `Sendable`: it lives where its interface lives.
public struct ExposedFunction {
  /// Returns its result, or throws.
  public typealias Synchronous = (Arguments) throws -> Reply
  /// Answers through the responder, at once or later. An error it throws is sent through the responder.
  public typealias Completing = (Arguments, Responder) throws -> Void
  /// Returns its result after a while. Runs in its caller's isolation.
  public typealias Asynchronous = nonisolated(nonsending) (Arguments) async throws -> Reply
  /// Answers through the responder while it runs, or later; otherwise as ``Completing``. A sequence that it sends is
  /// cancelled when the page goes away.
  public typealias Streaming = nonisolated(nonsending) (Arguments, Responder) async throws -> Void

  typealias Direct = (JSON, inout [UInt8]) throws -> Void

  /// The ways to call a function.
  public enum Body {
    case synchronous(Synchronous)
    case completing(Completing)
    case asynchronous(Asynchronous)
    case streaming(Streaming)
  }

  /// The name a page calls, without the namespace.
  public let name: String
  /// The function.
  public let body: Body
  /// As a synchronous body, where the serializer is the default one: reads the argument from the JSON, and appends the
  /// result's. Nil when there is no such short way.
  var direct: Direct?
  /// What the compiler knew of it.
  var types = Types()
  /// What `@Exposed` read in its declaration.
  private(set) var documentation = ""
  private(set) var parameters: (() -> [Signature.Parameter])?

  /// True when the page calls it with a callback; false when it awaits the result.
  public var isCallback: Bool {
    switch body {
    case .synchronous, .asynchronous: false
    case .completing, .streaming: true
    }
  }

  /// A function that returns its result.
  public init(_ name: String, synchronous body: @escaping Synchronous) {
    self.name = name
    self.body = .synchronous(body)
  }

  /// A function that answers through a responder.
  public init(_ name: String, completing body: @escaping Completing) {
    self.name = name
    self.body = .completing { arguments, responder in
      do { try body(arguments, responder) } catch { responder.fail(error) }
    }
  }

  /// A function that returns its result after a while.
  public init(_ name: String, asynchronous body: @escaping Asynchronous) {
    self.name = name
    self.body = .asynchronous(body)
  }

  /// A function that answers through a responder, after a while.
  public init(_ name: String, streaming body: @escaping Streaming) {
    self.name = name
    self.body = .streaming { arguments, responder in
      do { try await body(arguments, responder) } catch { responder.fail(error) }
    }
  }

  /// Adds what a page's programmer wants to know; see ``signature``. `parameters` is evaluated when that is asked for,
  /// never by a call.
  public func described(
    _ documentation: String = "", taking parameters: @autoclosure @escaping () -> [Signature.Parameter]
  ) -> Self {
    var function = self
    function.documentation = documentation
    function.parameters = parameters
    return function
  }

  /// As ``described(_:taking:)``, for a function without parameters.
  public func described(_ documentation: String) -> Self {
    var function = self
    function.documentation = documentation
    return function
  }
}
