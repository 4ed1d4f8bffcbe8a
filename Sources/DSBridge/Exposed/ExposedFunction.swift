/// A callable function of an interface. It is not `Sendable`, because it is confined to the isolation of its interface.
public struct ExposedFunction {
  /// A function that returns its result or throws.
  public typealias Synchronous = (Arguments) throws -> Reply
  /// A function that answers through the responder, immediately or later. An error that it throws is sent through the
  /// responder.
  public typealias Completing = (Arguments, Responder) throws -> Void
  /// An asynchronous function that returns its result. It runs in its caller's isolation.
  public typealias Asynchronous = nonisolated(nonsending) (Arguments) async throws -> Reply
  /// An asynchronous function that answers through the responder while it runs, or later. A sequence that it sends is
  /// cancelled when the page is closed.
  public typealias Streaming = nonisolated(nonsending) (Arguments, Responder) async throws -> Void

  typealias Direct = (JSON, inout [UInt8]) throws -> Void

  /// The kinds of functions.
  public enum Body {
    case synchronous(Synchronous)
    case completing(Completing)
    case asynchronous(Asynchronous)
    case streaming(Streaming)
  }

  /// The name without the namespace.
  public let name: String
  /// The function.
  public let body: Body
  /// A fast path for a synchronous body with the default serializer. It decodes the argument and appends the encoded
  /// result. Nil if there is no fast path.
  var direct: Direct?
  /// The types that the compiler inferred.
  var types = Types()
  /// The documentation comment that `@Exposed` found.
  private(set) var documentation = ""
  private(set) var parameters: () -> [Signature.Parameter] = { [] }
  /// The TypeScript declaration of a function that another process serves; nil to create it from the types.
  private(set) var foreignType: String?

  /// Indicates whether the page calls the function with a callback. Otherwise the page waits for the result.
  public var isCallback: Bool {
    switch body {
    case .synchronous, .asynchronous: false
    case .completing, .streaming: true
    }
  }

  /// Whether the function continues after it was called.
  var isAsynchronous: Bool {
    switch body {
    case .synchronous, .completing: false
    case .asynchronous, .streaming: true
    }
  }

  /// Creates a function that returns its result.
  public init(_ name: String, synchronous body: @escaping Synchronous) {
    self.name = name
    self.body = .synchronous(body)
  }

  /// Creates a function that answers through a responder.
  public init(_ name: String, completing body: @escaping Completing) {
    self.name = name
    self.body = .completing { arguments, responder in
      do { try body(arguments, responder) } catch { responder.fail(error) }
    }
  }

  /// Creates an asynchronous function that returns its result.
  public init(_ name: String, asynchronous body: @escaping Asynchronous) {
    self.name = name
    self.body = .asynchronous(body)
  }

  /// Creates an asynchronous function that answers through a responder.
  public init(_ name: String, streaming body: @escaping Streaming) {
    self.name = name
    self.body = .streaming { arguments, responder in
      do { try await body(arguments, responder) } catch { responder.fail(error) }
    }
  }

  /// Returns a function that runs this one with `arguments` instead of the call's own arguments, for a dispatcher that
  /// reads the arguments from another part of the call.
  public func taking(_ arguments: Arguments) -> Self {
    switch body {
    case .synchronous(let body): Self(name, synchronous: { _ in try body(arguments) })
    case .completing(let body): Self(name, completing: { try body(arguments, $1) })
    case .asynchronous(let body): Self(name, asynchronous: { _ in try await body(arguments) })
    case .streaming(let body): Self(name, streaming: { try await body(arguments, $1) })
    }
  }

  /// Adds a description for page developers; see ``signature``. `parameters` is evaluated only when the signature is
  /// read, not when the function is called.
  public func described(
    _ documentation: String = "", taking parameters: @autoclosure @escaping () -> [Signature.Parameter] = []
  ) -> Self {
    var function = self
    function.documentation = documentation
    function.parameters = parameters
    return function
  }

  /// The TypeScript type of the function, for another process that passes its calls on.
  package var declaredType: String {
    foreignType ?? TypeScriptFunction(self, types: TypeScriptTypes()).text(indentation: "")
  }

  /// Adds the TypeScript type that another process has declared.
  package func declared(as type: String?) -> Self {
    var function = self
    function.foreignType = type.map(TypeScriptText.harmless)
    return function
  }
}
