import Logging

/// The processing of a page's call, from its arrival to its answer.
extension WebView {
  /// The destination of an answer.
  struct Destination: Sendable {
    let call: CallID
    let method: String
    let form: Invocation.Form
    /// The blocked page, for calls of the form `result`.
    let blocked: BlockedPage?
    /// Whether the call has a record in the ledger. A call that returns its result has none, unless it blocks the page
    /// or has a callback.
    var isRecorded: Bool
    var observation: (any CallObservation)?
    /// The call's line in the log; `nil` unless the web view is in debug mode.
    var trace: CallTrace?
  }

  func invoke(_ name: String, _ json: JSON, number: Int, as form: Invocation.Form, blocking page: BlockedPage? = nil) {
    var destination = Destination(
      call: ledgerID(number), method: name, form: form, blocked: page, isRecorded: form != .either)
    destination.trace = trace("page", name, json)
    do {
      try checkLimits(of: name, json, isCounted: form == .result)
      let keystone: any KeystoneProtocol = plainKeystone ?? keystone
      let method = try keystone.methodResolver.resolveMethodFromRaw(name)
      let invocation = Invocation(
        method: method, arguments: Arguments(json: json, serializer: keystone.jsonSerializer), form: form)
      if method.namespace == "_dsb" {
        return answer(.success(try predefined(invocation)), to: destination, isLast: true)
      }
      guard takesCalls else { throw WebView.shutdownError("was made") }
      let dispatcher: any InvocationDispatching =
        WebView.isReserved(method.namespace) ? InvocationDispatcher() : keystone.invocationDispatcher
      guard let observer else {
        return try run(try dispatcher.dispatch(invocation, among: interfaces), invocation, destination)
      }
      let found = Result { try dispatcher.dispatch(invocation, among: interfaces) }
      let observation = observer.callBegan((try? found.get()) == nil ? nil : method.description)
      destination.observation = observation
      try observation.perform { try run(try found.get(), invocation, destination) }
    } catch {
      answer(.failure(error), to: destination, isLast: true)
    }
  }

  private func run(_ function: ExposedFunction, _ invocation: Invocation, _ destination: Destination) throws {
    if case .synchronous(let body) = function.body {
      let reply = try watching(destination) { try body(invocation.arguments) }
      return answer(.success(reply), to: destination, isLast: true)
    }
    let destination = recorded(destination)
    switch function.body {
    case .synchronous: break
    case .completing(let body):
      let responder = responder(to: destination)
      do { try watching(destination) { try body(invocation.arguments, responder) } } catch { responder.fail(error) }
    case .asynchronous(let body):
      noteStart(destination)
      let task = BlockedPage.$current.withValue(destination.blocked) {
        Task.immediate {
          destination.blocked?.functionBegins()
          do {
            answerLater(.success(try await body(invocation.arguments)), to: destination)
          } catch {
            answerLater(.failure(error), to: destination)
          }
          noteReturn(destination)
        }
      }
      ledger.withCalls { $0.set(task, for: destination.call) }
    case .streaming(let body):
      // If many sequences begin together and the send window has not enough room for all of them, some pause after
      // their first element.
      let hasRoom = readers.admit(within: document.map { $0.room - $0.batch.weight } ?? 0)
      let responder = responder(to: destination, pausesEarly: !hasRoom)
      noteStart(destination, responder)
      let task = Task.immediate {
        do { try await body(invocation.arguments, responder) } catch { responder.fail(error) }
        noteReturn(destination)
      }
      ledger.withCalls { $0.set(task, for: destination.call) }
      if hasRoom { perform { $0.readers.hasGoneOn() } }
    }
  }

  private func recorded(_ destination: Destination) -> Destination {
    guard !destination.isRecorded else { return destination }
    ledger.begin(destination.call, destination.method, as: .either)
    var destination = destination
    destination.isRecorded = true
    return destination
  }

  private func watching<T>(_ destination: Destination, _ body: () throws -> T) rethrows -> T {
    guard let watchdog else { return try body() }
    watchdog.began(holding: destination.method)
    defer {
      watchdog.returned()
      watchdog.endedHolding()
    }
    return try body()
  }

  /// Records the start of a function that continues after it was called. The function's task then runs immediately up
  /// to its first suspension, so functions start in the order in which the page called them.
  private func noteStart(_ destination: Destination, _ responder: Responder? = nil) {
    // The bridge's own functions are not reported, because they may wait for a person.
    let limit = destination.method.hasPrefix("_bridge.") ? nil : watchdog?.limit
    let now = scheduler.now
    ledger.withCalls { $0.start(destination.call, at: now, reportAfter: limit, responder: responder) }
    if limit != nil { watchdog?.began() }
  }

  private func noteReturn(_ destination: Destination) {
    // The record may hold the last references to the function's objects. They are released here, outside of the lock.
    let call = ledger.withCalls { $0.returned(destination.call) }
    watchdog?.returned(call)
  }

  private func responder(to destination: Destination, pausesEarly: Bool = false) -> Responder {
    let ledger = ledger
    ledger.withCalls { $0.openCompletion(destination.call) }
    return Responder(serializer: keystone.jsonSerializer, pausesEarly: pausesEarly) { [weak self] isReplaceable in
      await self?.catchUp(destination.call.document, isReplaceable: isReplaceable)
    } sink: { [weak self] result, isLast in
      // Each responder reports its last value exactly once, no later than when it is released.
      if isLast { ledger.withCalls { $0.closeCompletion(destination.call) } }
      self?.perform { $0.answer(result, to: destination, isLast: isLast) }
    }
  }

  /// Answers a call of an `async` function. If the function has suspended, the answer is queued, so that it is sent at
  /// the end of the queue's next run. A callback's value is always queued, so that it follows the calls of page
  /// functions that this function has made.
  private func answerLater(_ result: Result<Reply?, any Error>, to destination: Destination) {
    if isInRound, destination.form.callback == nil { return answer(result, to: destination, isLast: true) }
    perform { $0.answer(result, to: destination, isLast: true) }
  }

  private func answer(_ result: Result<Reply?, any Error>, to destination: Destination, isLast: Bool) {
    if isLast { destination.observation?.ended(result.failure) }
    if let trace = destination.trace { log(trace, result.map { $0?.json }, isLast: isLast) }
    guard let document, document.ordinal == destination.call.document else {
      return logger.debug("an answer for an older document was dropped", metadata: ["method": "\(destination.method)"])
    }
    // A blocked page accepts only one value, the last one.
    guard isLast || destination.form != .result else { return }
    let number = destination.call.number
    // Values that may wait to be sent. They are copied here, once for the line and for the evaluation.
    let waits = destination.form.callback != nil || !isLast
    let result = waits ? result.map { $0?.detached } : result
    let line = line(result, to: destination, isLast: isLast)
    switch destination.form {
    case .callback(let name):
      let content: Evaluation.Content =
        switch result {
        case .success(let reply): .callback(name: name, value: reply?.json, isLast: isLast)
        case .failure(let error): .failure(callback: name, error: labelled(BridgeError(wrapping: error), destination))
        }
      evaluate(
        content, as: line, settling: isLast ? number : nil,
        replacing: result.isReplaceable ? .callback(name) : nil)
    case .result:
      let message = ServerLine.message(of: [line])
      for waiter in ledger.answer(destination.call, with: message) { waiter(.answered(message)) }
    case .either:
      // The only answer to an `ask` is added to the current batch, which is sent at the end of the queue's run.
      guard destination.isRecorded else { return document.batch.body.add(line) }
      if isLast {
        guard case .bySocket(let hasValues) = ledger.withCalls({ $0.answer(destination.call, with: []) }) else {
          return logger.debug("a late answer was dropped", metadata: ["number": "\(number)"])
        }
        if !hasValues {
          document.batch.settled.append(number)
          return document.batch.body.add(line)
        }
      } else if !ledger.withCalls({ $0.addValue(destination.call) }) {
        return
      }
      // Earlier values of the call may still wait to be sent. This value waits behind them as an evaluation, so that
      // the order is kept.
      let value = result.map { $0?.json }.mapError { BridgeError(wrapping: $0) }
      evaluate(
        .answer(call: number, value: value, isLast: isLast), as: line, settling: isLast ? number : nil,
        replacing: result.isReplaceable ? .answer(number) : nil)
    }
  }

  /// Returns the line that sends a value or the failure of a call.
  private func line(_ result: Result<Reply?, any Error>, to destination: Destination, isLast: Bool) -> ServerLine {
    let number = destination.call.number
    switch (result, destination.form) {
    case (.failure(let error), _): return failure(error, destination)
    case (.success(let reply), .callback(let name)): return .callback(name: name, isLast: isLast, reply?.json)
    case (.success(let reply?), .either) where !isLast: return .next(number: number, reply.json)
    case (.success(let reply), .either): return .reply(number: number, reply?.json)
    // A blocked page needs a value, even if the program's dispatcher has chosen a function that may end without a
    // value.
    case (.success(let reply), .result): return .reply(number: number, (reply ?? .empty).json)
    }
  }

  func failure(_ error: any Error, _ destination: Destination) -> ServerLine {
    logger.log(
      level: BridgeError.isAbridged(error) ? .warning : .debug, "a call failed",
      metadata: ["method": "\(destination.method)", "error": "\(BridgeError.withoutValues(error))"])
    let method = destination.method.cut(toBytes: limits.maximumMethodNameSize)
    var failure = labelled(BridgeError(wrapping: error), destination)
    if failure.code == .noSuchMethod, let nearest = interfaces.nearest(to: destination.method) {
      logger.info("a page called an unknown method", metadata: ["method": "\(method)", "nearest": "\(nearest)"])
      failure.message += " Did you mean \"\(nearest)\"?"
    }
    let json = failure.json(method: method, callback: destination.form.callback)
    return .fail(number: destination.call.number, json)
  }
}

extension WebView {
  /// Returns an error that lists the labels of the method's arguments, if the page should have sent an object with
  /// these labels but has sent another value. Otherwise returns the error unchanged.
  private func labelled(_ error: BridgeError, _ destination: Destination) -> BridgeError {
    guard error.expected == LabelledArguments.swiftName, let got = error.got,
      let found = try? keystone.methodResolver.resolveMethodFromRaw(destination.method),
      let parameters = interfaces.function(for: found)?.signature.parameters, !parameters.isEmpty
    else { return error }
    let labels = parameters.map { $0.key + ($0.isOptional ? "?" : "") }.joined(separator: ", ")
    return BridgeError(expected: "an object with the arguments { \(labels) }", got: got)
  }
}

extension Result<Reply?, any Error> {
  fileprivate var failure: BridgeError? {
    if case .failure(let error) = self { BridgeError(wrapping: error) } else { nil }
  }

  /// Whether the value may be dropped when a newer value of the same call is also waiting to be sent.
  fileprivate var isReplaceable: Bool { (try? get())?.isReplaceable == true }
}
