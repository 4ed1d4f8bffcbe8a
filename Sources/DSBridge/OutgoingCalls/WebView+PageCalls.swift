import Logging

/// Calls to page functions, from sending a call to completing it.
extension WebView {
  /// Sends a call and returns its last value, in the caller's isolation.
  nonisolated(nonsending) func wait(
    limit: Duration?, what: String, once isOnce: Bool = false, _ send: (PageCall) -> Void
  ) async throws -> JSON? {
    try Task.checkCancellation()
    let deadline = limit.map { scheduler.now + $0.bounded }
    try await waitForBlockedPage(within: limit, before: what)
    let (results, sink) = AsyncThrowingStream<JSON?, any Error>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let call = PageCall(self, limit: nil, what: what, once: isOnce) { result, isLast in
      switch result {
      case .success(let json): if isLast { sink.yield(json) }
      case .failure(let error): sink.finish(throwing: error)
      }
      if isLast { sink.finish() }
    }
    // Removes the record of a cancelled call, whether or not the call has been sent.
    sink.onTermination = { [weak self] termination in
      if case .cancelled = termination { self?.perform { $0.forget(call.id) } }
    }
    let timer = deadline.map { deadline in
      scheduler.schedule(after: deadline - scheduler.now) { [weak self] in
        self?.perform { $0.forget(call.id) }
        // The timeout does not use the queue, because a function that waits for this result may block the queue.
        sink.finish(throwing: WebView.lateness(of: what, after: limit ?? .zero))
      }
    }
    defer { timer?.cancel() }
    send(call)
    for try await json in results { return json }
    throw CancellationError()
  }

  /// The time for which a task that a function has created waits until the page's blocking call of that function is
  /// settled. After that, the function is assumed to wait for the task.
  private static let timeToSettle = Duration.seconds(1)

  /// Waits until the page is no longer blocked by the call whose function has created the current task. Throws a
  /// `deadlock` error at once if the current task runs the function itself, and otherwise after ``timeToSettle``.
  private nonisolated(nonsending) func waitForBlockedPage(within limit: Duration?, before what: String) async throws {
    guard let page = BlockedPage.current, page.webView == id, !page.isReleased else { return }
    guard !page.isCalledByFunction else { throw page.deadlock(before: what) }
    let (settlement, sink) = AsyncStream<Never>.makeStream()
    guard ledger.withCalls({ $0.add(dependent: { _ in sink.finish() }, to: page.call) }) else { return }
    let timer = scheduler.schedule(after: min(limit ?? Self.timeToSettle, Self.timeToSettle)) { sink.finish() }
    defer { timer.cancel() }
    for await _ in settlement {}
    try Task.checkCancellation()
    guard page.isReleased else { throw page.deadlock(before: what) }
  }

  /// Sends a call to this web view, one of many web views that receive the same call. If this web view is idle, sends
  /// the call on the caller's thread. Otherwise the call is queued, as a call to a single web view always is. Queued
  /// calls in quick succession are sent in one batch.
  nonisolated func askAtOnce(_ call: PageCall, _ content: Evaluation.Content, _ line: ServerLine) {
    let isAsked = ifIdle((call, content, line)) { webView, asked in
      let (call, content, line) = asked
      guard let evaluator = webView.evaluator(openFor: line) else { return false }
      if webView.document?.batch.isEmpty == true, evaluator.passes() {
        webView.leave(call, as: line)
      } else {
        webView.ask(call, content, line)
        webView.flush()
      }
      return true
    }
    if !isAsked { perform { $0.ask(call, content, line) } }
  }

  /// Sends a call like ``askAtOnce(_:_:_:)``. `arguments` are already encoded.
  nonisolated func invokeAtOnce(_ method: String, written arguments: JSON, as call: PageCall) {
    askAtOnce(call, .invocation(method: method, arguments: arguments), call.line(method, arguments))
  }

  /// Returns the evaluator if the call can be sent now without running code of the program. Such code may be in a
  /// completion, a handler or a replaced part of a keystone. Otherwise returns nil.
  private func evaluator(openFor line: ServerLine) -> JavaScriptEvaluator? {
    guard let document, document.isReady, document.channel != nil, document.outbox.isFree, takesCalls,
      pageCalls.held.isEmpty, !isInDebugMode, hasRoom(for: line)
    else { return nil }
    return plainKeystone?.promptEvaluator
  }

  /// Sends the call immediately, in a separate wire message.
  private func leave(_ call: PageCall, as line: ServerLine) {
    guard let document else { return }
    pageCalls.add(call)
    pageCalls.sent(call.id, to: document.id)
    let message = document.outbox.add(line)
    observer?.batchLeft(message.count)
    ledger.endRound(message, after: document.inbox.taken)
    if let observer { document.reportWaiting(to: observer) }
  }

  func ask(_ call: PageCall, _ content: Evaluation.Content, _ line: ServerLine) {
    guard !isClosed else { return call.completion(.failure(BridgeError(.pageGone, "The page was closed.")), true) }
    guard hasRoom(for: line) else { return call.completion(.failure(refusal(of: call)), true) }
    var call = call
    if isInDebugMode { call.trace = trace(of: content) }
    call.timer = call.limit.map { limit in
      scheduler.schedule(after: limit) { [weak self, call] in self?.perform { $0.giveUp(call, after: limit) } }
    }
    pageCalls.add(call)
    evaluateWhenReady(content, as: line, replacing: call.key)
  }

  /// Returns whether the line stays within ``Limits/maximumUnacknowledgedSize``. A call that would exceed the limit
  /// fails. Otherwise the document would exceed the limit and be given up.
  private func hasRoom(for line: ServerLine) -> Bool {
    let sent = document.map { $0.kept + $0.evaluating } ?? 0
    let waiting = (document?.batch.weight ?? 0) + pageCalls.held.bytes
    return sent + waiting + line.weight <= limits.maximumUnacknowledgedSize
  }

  private func refusal(of call: PageCall) -> BridgeError {
    if !pageCalls.hasReportedSlowPage {
      logger.warning("the page reads too slowly: calls to it fail", metadata: ["call": "\(call.what)"])
    }
    pageCalls.hasReportedSlowPage = true
    return BridgeError(
      .pageBehind,
      "\"\(call.what)\" was not sent: the page reads too slowly. Its backlog is limited to \(limits.maximumUnacknowledgedSize) bytes."
    )
  }

  private func giveUp(_ call: PageCall, after limit: Duration) {
    guard let call = forget(call.id) else { return }
    complete(call, with: .failure(WebView.lateness(of: call.what, after: limit)), isLast: true)
  }

  private static func lateness(of what: String, after limit: Duration) -> BridgeError {
    BridgeError(.timeout, "\"\(what)\" has not answered within \(limit).")
  }

  /// Removes the record of a call. If the call has not been sent, it is never sent.
  @discardableResult
  func forget(_ id: Int) -> PageCall? {
    let call = pageCalls.remove(id)
    if call != nil {
      pageCalls.held.cancel(call: id)
      document?.outbox.waiting.cancel(call: id)
    }
    return call
  }

  func finishCall(_ id: Int, with result: Result<JSON?, any Error>, isLast: Bool) {
    guard let document, let found = pageCalls.call(for: id, of: document.id, isLast: isLast) else {
      return logger.debug("a page returned a value for an unknown call", metadata: ["id": "\(id)"])
    }
    complete(found.call, with: result, isLast: found.isLast)
  }

  /// Completes a call. A failure without a waiting caller is logged, once for each function and document.
  func complete(_ call: PageCall, with result: Result<JSON?, any Error>, isLast: Bool) {
    if let trace = call.trace { log(trace, result, isLast: isLast) }
    if !call.isAwaited, case .failure(let error) = result { report(error, of: call) }
    call.completion(result, isLast)
  }

  /// Fails a call with the error.
  func fail(_ call: PageCall, with error: BridgeError) {
    if let trace = call.trace { log(trace, .failure(error), isLast: true) }
    call.completion(.failure(error), true)
  }

  private func report(_ error: any Error, of call: PageCall) {
    if let document {
      guard document.reportedCalls.count < 100, document.reportedCalls.insert(call.what).inserted else { return }
    }
    logger.warning(
      "a call to the page failed, and its result is not awaited",
      metadata: ["function": "\(call.what)", "reason": "\(error)"])
  }

  static func convert<T: SendableMetatype>(
    _ json: JSON?, to type: T.Type, by serializer: any JSONSerializing, from method: String
  ) throws -> T {
    let json = json ?? "null"
    do {
      if let decodable = T.self as? any Decodable.Type, let value = try serializer.decode(decodable, from: json) as? T {
        return value
      }
      if let value = try serializer.decodeAny(from: json) as? T { return value }
    } catch {
      let reason = (error as? BridgeError)?.message ?? "\(error)"
      throw BridgeError(.returnTypeMismatch, "\"\(method)\" must return \(SwiftName.of(T.self)): \(reason)")
    }
    throw BridgeError(.returnTypeMismatch, "\"\(method)\" must return \(SwiftName.of(T.self)) but returned \(json).")
  }
}

/// Calls to page functions whose arguments are already encoded, because another process has made the call.
extension WebView {
  /// Calls a function of the page. Returns the call's number, with which ``forgetRelayed(_:)`` cancels it.
  /// - Parameter completion: A closure that receives each value, or one failure, in the web view's isolation.
  package nonisolated func relay(
    _ method: String, _ arguments: JSON, within limit: Duration?,
    completion: @escaping @Sendable (_ result: Result<JSON?, BridgeError>, _ isLast: Bool) -> Void
  ) -> Int {
    let call = PageCall(self, limit: limit, what: method) { result, isLast in
      completion(result.map { $0?.detached }.mapError { BridgeError(wrapping: $0) }, isLast)
    }
    invoke(method, written: arguments, as: call)
    return call.id
  }

  /// Cancels a call. The call's completion is no longer called. If the call was not sent yet, it is never sent.
  package nonisolated func forgetRelayed(_ id: Int) {
    perform { $0.forget(id) }
  }
}

extension Sequence<WebView> {
  /// Calls a function in each page. The results are ignored.
  package func relay(_ method: String, _ arguments: JSON) {
    for webView in self {
      webView.invokeAtOnce(
        method, written: arguments, as: PageCall(webView, limit: nil, what: method, isAwaited: false))
    }
  }
}
