import Logging

/// Native code calls functions of the page. Calls made before the page is ready wait for it, and arrive in order.
extension WebView {
  /// Calls a function that the page registered with `bridge.register` or `bridge.registerAsyn`.
  ///
  /// A page that throws, has no such function or is left gives nil.
  /// - Parameters:
  ///   - methodName: may hold a namespace, as `a.b.f`.
  ///   - parameters: one for each of the function's; anything that JSON can hold, or `Encodable`.
  ///   - completion: gets each value the page returns (several from a function of `registerAsyn`), in the web view's isolation.
  public nonisolated func call(
    _ methodName: String, with parameters: [Any] = [], completion: (@Sendable (Any?) -> Void)? = nil
  ) {
    let serializer = keystone.jsonSerializer
    invoke(methodName, parameters) { result, _ in
      completion?((try? result.get()).flatMap { json in json.flatMap { try? serializer.decodeAny(from: $0) } })
    }
  }

  /// As ``call(_:with:completion:)``, for a result of a known type.
  ///
  /// The failure is a ``BridgeError``: `pageThrew`, `noSuchMethod`, `pageGone`, or `returnTypeMismatch`.
  /// - Parameter returnType: any `Decodable` type, or one that JSON decodes to, such as `[String: Any]`.
  public nonisolated func call<T: SendableMetatype>(
    _ methodName: String, with parameters: [Any] = [], thatReturns returnType: T.Type,
    completion: @escaping @Sendable (Result<T, any Swift.Error>) -> Void
  ) {
    let serializer = keystone.jsonSerializer
    invoke(methodName, parameters) { result, _ in
      completion(
        Result { try WebView.convert(try result.get(), to: T.self, by: serializer, from: methodName) })
    }
  }

  /// Calls a function of the page and returns its result: the last one, if it gives several.
  ///
  ///     let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self)
  ///
  /// Throws a ``BridgeError``: `pageThrew`, `noSuchMethod`, `pageGone`, or `returnTypeMismatch`. Waits as long as the page takes.
  public nonisolated(nonsending) func call<T: Decodable & Sendable>(
    _ methodName: String, with parameters: [Any] = [], returning returnType: T.Type
  ) async throws -> T {
    let serializer = keystone.jsonSerializer
    let json = try await withCheckedThrowingContinuation { continuation in
      invoke(methodName, parameters) { result, isLast in
        if isLast { continuation.resume(with: result) }
      }
    }
    return try WebView.convert(json, to: T.self, by: serializer, from: methodName)
  }

  /// Whether the page has registered a function of this name; false also when the page is left before it answers.
  public nonisolated func hasJavaScriptMethod(named name: String, completion: @escaping @Sendable (Bool) -> Void) {
    let serializer = keystone.jsonSerializer
    invoke("_hasJavascriptMethod", [name], once: true) { result, _ in
      let has = try? WebView.convert(result.get(), to: Bool.self, by: serializer, from: "_hasJavascriptMethod")
      completion(has ?? false)
    }
  }

  /// Whether the page has registered a function of this name; false also when the page is left before it answers.
  public nonisolated func hasJavaScriptMethod(named name: String) async -> Bool {
    await withCheckedContinuation { continuation in
      hasJavaScriptMethod(named: name) { continuation.resume(returning: $0) }
    }
  }

  /// Evaluates a script in the page's global scope. A page whose Content-Security-Policy forbids `eval` fails it.
  /// - Parameter completionHandler: gets the script's value (a promise's, once it is fulfilled) or the error, in the web view's isolation.
  public nonisolated func evaluateJavaScript(
    _ javaScript: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    let serializer = keystone.jsonSerializer
    evaluate(javaScript) { result, _ in
      switch result {
      case .success(let json): completionHandler?(json.flatMap { try? serializer.decodeAny(from: $0) }, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  /// Evaluates a script in the page's global scope and returns its value (a promise's, once it is fulfilled).
  ///
  /// Throws as ``call(_:with:returning:)``.
  public nonisolated func evaluateJavaScript<T: Decodable & Sendable>(
    _ javaScript: String, returning type: T.Type
  ) async throws -> T {
    let serializer = keystone.jsonSerializer
    let json = try await withCheckedThrowingContinuation { continuation in
      evaluate(javaScript) { result, _ in continuation.resume(with: result) }
    }
    return try WebView.convert(json, to: T.self, by: serializer, from: "the script")
  }

  // MARK: Both ways of asking

  /// Parameters are written at once, on the caller's side: they need not be `Sendable`.
  private nonisolated func invoke(
    _ method: String, _ parameters: [Any], once isOnce: Bool = false, completion: @escaping PageCalls.Completion
  ) {
    do {
      let arguments = try keystone.jsonSerializer.encode(any: parameters)
      enqueue { webView in
        webView.ask(once: isOnce, completion) { id in
          (.invocation(method: method, arguments: arguments), .invoke(id: id, method: method, arguments))
        }
      }
    } catch {
      enqueue { _ in completion(.failure(error), true) }
    }
  }

  private nonisolated func evaluate(_ script: String, completion: @escaping PageCalls.Completion) {
    do {
      let source = try JSONSerializer().encode(script)
      enqueue { webView in
        webView.ask(once: true, completion) { id in (.script(script), .evaluate(id: id, script: source)) }
      }
    } catch {
      enqueue { _ in completion(.failure(error), true) }
    }
  }

  private func ask(
    once isOnce: Bool, _ completion: @escaping PageCalls.Completion,
    _ evaluation: (Int) -> (Evaluation.Content, ServerLine)
  ) {
    guard !isClosed else { return completion(.failure(BridgeError(.pageGone, "The page is gone.")), true) }
    let (content, line) = evaluation(calls.add(once: isOnce, completion))
    evaluateWhenReady(content, as: line)
  }

  func finishCall(_ id: Int, with result: Result<JSON?, any Error>, isLast: Bool) {
    guard let document, let call = calls.completion(for: id, of: document.id, isLast: isLast) else {
      return logger.debug("a value of the page was not waited for", metadata: ["id": "\(id)"])
    }
    call.completion(result, call.isLast)
  }

  private static func convert<T: SendableMetatype>(
    _ json: JSON?, to type: T.Type, by serializer: any JSONSerializing, from method: String
  ) throws -> T {
    let json = json ?? "null"
    do {
      if let decodable = T.self as? any Decodable.Type, let value = try serializer.decode(decodable, from: json) as? T {
        return value
      }
      if let value = try serializer.decodeAny(from: json) as? T { return value }
    } catch {
      throw BridgeError(.returnTypeMismatch, "\"\(method)\" was to return \(T.self): \(error)")
    }
    throw BridgeError(.returnTypeMismatch, "\"\(method)\" was to return \(T.self), and returned \(json).")
  }
}
