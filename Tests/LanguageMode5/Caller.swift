import DSBridge
import Testing

/// Calls the functions of an interface like a web view, and records the results.
struct Caller {
  private let functions: [String: ExposedFunction]
  private let serializer: any JSONSerializing

  init(_ interface: any ExposedInterface, serializer: any JSONSerializing = JSONSerializer()) {
    functions = Dictionary(interface.exposedFunctions.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    self.serializer = serializer
  }

  var names: [String] { functions.keys.sorted() }

  func isCallback(_ name: String) throws -> Bool {
    try #require(functions[name]).isCallback
  }

  /// Returns the result of a synchronous or `async` function.
  nonisolated(nonsending) func call(_ name: String, _ json: JSON = "null") async throws -> String {
    let arguments = Arguments(json: json, serializer: serializer)
    switch try #require(functions[name]).body {
    case .synchronous(let body): return try body(arguments).json.description
    case .asynchronous(let body): return try await body(arguments).json.description
    case .completing, .streaming: throw BridgeError(.callbackOnly, name)
    }
  }

  /// Returns all values that a callback receives, including the last one. A failure is returned as its description.
  nonisolated(nonsending) func values(_ name: String, _ json: JSON = "null") async throws -> [String] {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let function = try #require(functions[name])
    let arguments = Arguments(json: json, serializer: serializer)
    // The stream ends when its continuation is released, and only the sink refers to the continuation. So only the
    // function may own the sink: then the stream also ends if the function releases its responder without a last value.
    let sink: Responder.Sink = { result, isLast in
      switch result {
      case .success(let reply): continuation.yield(reply.map(\.json.description) ?? "end")
      case .failure(let error): continuation.yield(BridgeError(wrapping: error).description)
      }
      if isLast { continuation.finish() }
    }
    switch function.body {
    case .completing(let body): try body(arguments, Responder(serializer: serializer, sink: sink))
    case .streaming(let body): try await body(arguments, Responder(serializer: serializer, sink: sink))
    case .synchronous, .asynchronous: throw BridgeError(.synchronousOnly, name)
    }
    var values: [String] = []
    for await value in stream { values.append(value) }
    return values
  }
}
