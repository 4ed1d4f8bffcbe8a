/// Native code calls functions of the page. Calls made before the page is ready wait for it, and arrive in order.
extension WebView {
  /// Calls a function that the page registered with `bridge.register` or `bridge.registerAsyn`.
  ///
  /// A page that throws, has no such function, is left or takes too long gives nil.
  /// - Parameters:
  ///   - methodName: may hold a namespace, as `a.b.f`.
  ///   - parameters: one for each of the function's; anything that JSON can hold, or `Encodable`.
  ///   - limit: how long the page may take, waiting for it to be ready included; nil for as long as it is there.
  ///   - completion: gets each value the page returns (several from a function of `registerAsyn`), in the web view's
  ///     isolation.
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

  /// Calls a function of the page of which only the newest call counts, such as one that shows progress.
  ///
  ///     webView.call("showProgress", with: [percent], replacing: "progress")
  ///
  /// While the page reads slowly, a call that has not left is left out when another with this key follows it. What the
  /// page returns is for nobody.
  /// - Parameter key: shared with ``evaluateJavaScript(_:replacing:)``.
  public nonisolated func call(_ methodName: String, with parameters: [Any] = [], replacing key: String) {
    let call = PageCall(self, limit: nil, what: methodName, once: true, isAwaited: false, replacing: key)
    invoke(methodName, parameters, as: call)
  }

  /// As ``call(_:with:within:completion:)``, for a result of a known type.
  ///
  /// The failure is a ``BridgeError``: `noSuchMethod` where the page has no such function, `pageThrew` (with its
  /// message and stack), `pageGone`, `pageBehind` (too much waits for it already), `timeout`, or `returnTypeMismatch`.
  /// - Parameter returnType: any `Decodable` type, or one that JSON decodes to, such as `[String: Any]`.
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

  /// Calls a function of the page and returns its result: the last one, if it gives several.
  ///
  ///     let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self, within: .seconds(5))
  ///
  /// Throws a ``BridgeError`` as ``call(_:with:thatReturns:within:completion:)`` has it; one of code `deadlock`, at
  /// once, in a function that the page awaits with a blocking call; `CancellationError` when the task is cancelled.
  public nonisolated(nonsending) func call<T: Decodable & Sendable>(
    _ methodName: String, with parameters: [Any] = [], returning returnType: T.Type, within limit: Duration? = nil
  ) async throws -> T {
    let serializer = keystone.jsonSerializer
    // Written here, because parameters need not be `Sendable`.
    let arguments = try serializer.encode(any: parameters)
    let json = try await wait(limit: limit, what: methodName) { self.invoke(methodName, written: arguments, as: $0) }
    return try WebView.convert(json, to: T.self, by: serializer, from: methodName)
  }

  /// Calls a function of the page whose result nobody needs, and returns when it has returned.
  ///
  ///     try await webView.call("showReceipt", with: [receipt], returning: Void.self, within: .seconds(5))
  ///
  /// Throws as ``call(_:with:returning:within:)-swift.method``, but not for a result of whatever type.
  public nonisolated(nonsending) func call(
    _ methodName: String, with parameters: [Any] = [], returning returnType: Void.Type, within limit: Duration? = nil
  ) async throws {
    let arguments = try keystone.jsonSerializer.encode(any: parameters)
    _ = try await wait(limit: limit, what: methodName) { self.invoke(methodName, written: arguments, as: $0) }
  }

  /// Whether the page has registered a function of this name. False also when the page is left, is not ready or does
  /// not answer within the limit.
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

  /// As ``hasJavaScriptMethod(named:within:completion:)``. False at once where ``call(_:with:returning:within:)``
  /// throws `deadlock`.
  public nonisolated(nonsending) func hasJavaScriptMethod(
    named name: String, within limit: Duration = .seconds(60)
  ) async -> Bool {
    let serializer = keystone.jsonSerializer
    let method = "_hasJavascriptMethod"
    do {
      let arguments = try serializer.encode([name])
      let json = try await wait(limit: limit, what: method, once: true) {
        self.invoke(method, written: arguments, as: $0)
      }
      return try WebView.convert(json, to: Bool.self, by: serializer, from: method)
    } catch {
      return false
    }
  }

  // MARK: On the way

  /// Parameters are written at once, on the caller's side: they need not be `Sendable`.
  private nonisolated func invoke(_ method: String, _ parameters: [Any], as call: PageCall) {
    do {
      invoke(method, written: try keystone.jsonSerializer.encode(any: parameters), as: call)
    } catch {
      enqueue { $0.complete(call, with: .failure(error), isLast: true) }
    }
  }

  private nonisolated func invoke(_ method: String, written arguments: JSON, as call: PageCall) {
    enqueue { webView in
      webView.ask(
        call, .invocation(method: method, arguments: arguments), .invoke(id: call.id, method: method, arguments))
    }
  }
}

extension Sequence<WebView> {
  /// Calls a function in the page of each web view, as ``WebView/call(_:with:within:completion:)`` does, and writes the
  /// parameters only once.
  ///
  /// A web view whose serializer cannot write them is left out, and says so in the log; the others get the call.
  public func call(_ methodName: String, with parameters: [Any] = []) {
    call(methodName, with: parameters, key: nil)
  }

  /// As ``call(_:with:)``, for a function of which only the newest call counts; see
  /// ``WebView/call(_:with:replacing:)``.
  public func call(_ methodName: String, with parameters: [Any] = [], replacing key: String) {
    call(methodName, with: parameters, key: key)
  }

  private func call(_ methodName: String, with parameters: [Any], key: String?) {
    var written: JSON?
    for webView in self {
      let call = PageCall(
        webView, limit: nil, what: methodName, once: key != nil, isAwaited: false, replacing: key)
      do {
        let serializer = webView.keystone.jsonSerializer
        // One of the program's own may write something else.
        let isUsual = serializer is JSONSerializer
        let arguments = try isUsual ? written ?? serializer.encode(any: parameters) : serializer.encode(any: parameters)
        if isUsual { written = arguments }
        webView.askAtOnce(
          call, .invocation(method: methodName, arguments: arguments),
          .invoke(id: call.id, method: methodName, arguments))
      } catch {
        webView.enqueue { $0.complete(call, with: .failure(error), isLast: true) }
      }
    }
  }
}
