/// Calls to page functions. Calls that are made before the page is ready wait until then and keep their order.
extension WebView {
  /// Calls a function that the page has registered with `bridge.register` or `bridge.registerAsyn`.
  ///
  /// The result is nil if the function throws or does not exist, if the page is closed or shows another document, or if
  /// the timeout expires.
  /// - Parameters:
  ///   - methodName: the function's name, which may contain a namespace, such as `a.b.f`.
  ///   - parameters: the function's arguments, which may be any JSON-compatible or `Encodable` values.
  ///   - limit: the timeout, including the time until the page is ready; nil for none.
  ///   - completion: receives each value that the page returns, in the web view's isolation. A function that was
  ///     registered with `registerAsyn` may return several values.
  public nonisolated func call(
    _ methodName: String, with parameters: [Any] = [], within limit: Duration? = nil,
    completion: (@Sendable (Any?) -> Void)? = nil
  ) {
    let serializer = keystone.jsonSerializer
    let call = PageCall(self, limit: limit, what: methodName, isAwaited: completion != nil) { result, _ in
      completion?((try? result.get()).flatMap { json in json.flatMap { try? serializer.decodeAny(from: $0) } })
    }
    invoke(methodName, parameters, as: call)
  }

  /// Calls a function of the page. A newer call replaces an older one that has not been sent. Use this function if only
  /// the newest call matters, for example to show the progress of a task.
  ///
  ///     webView.call("showProgress", with: [percent], replacing: "progress")
  ///
  /// While the page reads slowly, an unsent call is dropped when a newer call with the same key is made. The page's
  /// results are ignored.
  /// - Parameter key: the key, shared with ``evaluateJavaScript(_:replacing:)``.
  public nonisolated func call(_ methodName: String, with parameters: [Any] = [], replacing key: String) {
    let call = PageCall(self, limit: nil, what: methodName, once: true, isAwaited: false, replacing: key)
    invoke(methodName, parameters, as: call)
  }

  /// Calls a function of the page and converts its result to a given type. Otherwise works like
  /// ``call(_:with:within:completion:)``.
  ///
  /// The failure is a ``BridgeError``: `noSuchMethod` if the page has no such function, `pageThrew` (with its message
  /// and stack), `pageGone`, `pageBehind` (the page's backlog is full), `timeout`, or `returnTypeMismatch`.
  /// - Parameter returnType: any `Decodable` type, or a type that represents arbitrary JSON, such as `[String: Any]`.
  public nonisolated func call<T: SendableMetatype>(
    _ methodName: String, with parameters: [Any] = [], thatReturns returnType: T.Type, within limit: Duration? = nil,
    completion: @escaping @Sendable (Result<T, any Swift.Error>) -> Void
  ) {
    let serializer = keystone.jsonSerializer
    let call = PageCall(self, limit: limit, what: methodName) { result, _ in
      completion(Result { try WebView.convert(try result.get(), to: T.self, by: serializer, from: methodName) })
    }
    invoke(methodName, parameters, as: call)
  }

  /// Calls a function of the page and returns its last result.
  ///
  ///     let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self, within: .seconds(5))
  ///
  /// Throws a ``BridgeError`` like ``call(_:with:thatReturns:within:completion:)``. If the page is blocked because it
  /// waits for the Swift function that makes this call, throws a ``BridgeError`` of code `deadlock` immediately. In
  /// another task that this function has created, waits for at most 1 s until the page is no longer blocked. Throws
  /// `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func call<T: Decodable & Sendable>(
    _ methodName: String, with parameters: [Any] = [], returning returnType: T.Type, within limit: Duration? = nil
  ) async throws -> T {
    try await result(of: methodName, parameters, within: limit)
  }

  /// Calls a function of the page and waits until that function returns. The result is ignored.
  ///
  ///     try await webView.call("showReceipt", with: [receipt], returning: Void.self, within: .seconds(5))
  ///
  /// Throws like ``call(_:with:returning:within:)-swift.method``, but accepts a result of any type.
  public nonisolated(nonsending) func call(
    _ methodName: String, with parameters: [Any] = [], returning returnType: Void.Type, within limit: Duration? = nil
  ) async throws {
    let arguments = try keystone.jsonSerializer.encode(any: parameters)
    _ = try await wait(limit: limit, what: methodName) { self.invoke(methodName, written: arguments, as: $0) }
  }

  /// Checks whether the page has registered a function with this name. The result is also false if the page is closed,
  /// navigates to another document, or does not answer before the timeout, for example because it is not ready.
  public nonisolated func hasJavaScriptMethod(
    named name: String, within limit: Duration = .seconds(60), completion: @escaping @Sendable (Bool) -> Void
  ) {
    let serializer = keystone.jsonSerializer
    let method = "_hasJavascriptMethod"
    let call = PageCall(self, limit: limit, what: method, once: true) { result, _ in
      completion((try? WebView.convert(result.get(), to: Bool.self, by: serializer, from: method)) ?? false)
    }
    invoke(method, [name], as: call)
  }

  /// Returns whether the page has registered a function with this name; see
  /// ``hasJavaScriptMethod(named:within:completion:)``. Also returns false if ``call(_:with:returning:within:)`` would
  /// throw `deadlock`.
  public nonisolated(nonsending) func hasJavaScriptMethod(
    named name: String, within limit: Duration = .seconds(60)
  ) async -> Bool {
    (try? await result(of: "_hasJavascriptMethod", [name], within: limit, once: true)) ?? false
  }

  // MARK: Sending

  private nonisolated(nonsending) func result<T: Decodable & Sendable>(
    of method: String, _ parameters: [Any], within limit: Duration?, once isOnce: Bool = false
  ) async throws -> T {
    let serializer = keystone.jsonSerializer
    // The parameters are encoded here, because they need not be `Sendable`.
    let arguments = try serializer.encode(any: parameters)
    let json = try await wait(limit: limit, what: method, once: isOnce) {
      self.invoke(method, written: arguments, as: $0)
    }
    return try WebView.convert(json, to: T.self, by: serializer, from: method)
  }

  /// Encodes the parameters immediately, in the caller's isolation, because they need not be `Sendable`.
  private nonisolated func invoke(_ method: String, _ parameters: [Any], as call: PageCall) {
    do {
      invoke(method, written: try keystone.jsonSerializer.encode(any: parameters), as: call)
    } catch {
      perform { $0.complete(call, with: .failure(error), isLast: true) }
    }
  }

  nonisolated func invoke(_ method: String, written arguments: JSON, as call: PageCall) {
    perform { $0.ask(call, .invocation(method: method, arguments: arguments), call.line(method, arguments)) }
  }
}

extension Sequence<WebView> {
  /// Calls a function in the page of each web view, like ``WebView/call(_:with:within:completion:)``. The parameters
  /// are encoded once.
  ///
  /// A web view whose serializer cannot encode the parameters is skipped with a log message. All other web views
  /// receive the call.
  /// - Parameter key: A newer call with the same key replaces an older one that has not been sent; see
  ///   ``WebView/call(_:with:replacing:)``. No call is replaced if the key is nil.
  public func call(_ methodName: String, with parameters: [Any] = [], replacing key: String? = nil) {
    var written: JSON?
    for webView in self {
      let call = PageCall(webView, limit: nil, what: methodName, once: key != nil, isAwaited: false, replacing: key)
      do {
        let serializer = webView.keystone.jsonSerializer
        // Only web views with the default serializer share the encoded parameters. A custom serializer may produce
        // different text.
        let isUsual = serializer is JSONSerializer
        let arguments = try isUsual ? written ?? serializer.encode(any: parameters) : serializer.encode(any: parameters)
        if isUsual { written = arguments }
        webView.invokeAtOnce(methodName, written: arguments, as: call)
      } catch {
        webView.perform { $0.complete(call, with: .failure(error), isLast: true) }
      }
    }
  }
}
