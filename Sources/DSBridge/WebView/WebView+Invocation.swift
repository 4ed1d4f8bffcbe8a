import Logging

/// From a page's call to its answer.
extension WebView {
  /// Where an answer goes.
  struct Destination: Sendable {
    let document: DocumentID
    let number: Int
    let method: String
    let form: Invocation.Form
    /// With the form `result`: the page that stands still.
    let blocked: BlockedPage?

    var callback: String? {
      if case .callback(let name) = form { name } else { nil }
    }
  }

  func invoke(_ name: String, _ json: JSON, number: Int, as form: Invocation.Form, blocking page: BlockedPage? = nil) {
    guard let id = document?.id else { return }
    let destination = Destination(document: id, number: number, method: name, form: form, blocked: page)
    do {
      try checkLimits(of: name, json, isOpen: destination.callback == nil)
      let keystone = keystone
      let method = try keystone.methodResolver.resolveMethodFromRaw(name)
      let invocation = Invocation(
        method: method, arguments: Arguments(json: json, serializer: keystone.jsonSerializer), form: form)
      if method.namespace == "_dsb" {
        return answer(.success(try predefined(invocation)), to: destination, isLast: true)
      }
      guard !isShuttingDown else { throw WebView.shutdownError("was made") }
      let dispatcher: any InvocationDispatching =
        WebView.isReserved(method.namespace) ? InvocationDispatcher() : keystone.invocationDispatcher
      try run(try dispatcher.dispatch(invocation, among: interfaces), invocation, destination)
    } catch {
      answer(.failure(error), to: destination, isLast: true)
    }
  }

  private func run(_ function: ExposedFunction, _ invocation: Invocation, _ destination: Destination) throws {
    switch (function.body, destination.form) {
    // The others are answered in this round, or not on the socket.
    case (.completing, .either), (.asynchronous, .either), (.streaming, .either):
      accepted.add(destination.number, destination.method, callback: nil)
    default: break
    }
    switch function.body {
    case .synchronous(let body):
      let reply = try watching(destination) { try body(invocation.arguments) }
      return answer(.success(reply), to: destination, isLast: true)
    case .completing(let body):
      try watching(destination) { try body(invocation.arguments, responder(to: destination)) }
    case .asynchronous:
      start(function, destination) { await $0.runAsynchronously($1, invocation.arguments, destination) }
    case .streaming:
      // Of many that begin together, some say their first element and wait for their turn.
      let hasRoom = readers.admit(within: document.map { $0.room - turn.weight } ?? 0)
      let responder = responder(to: destination, pausesEarly: !hasRoom)
      start(function, destination, responder) { await $0.runStream($1, invocation.arguments, responder) }
      if hasRoom { enqueue { $0.readers.hasGoneOn() } }
    }
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

  /// Calls start in the order the page made them: the task runs at once up to its first suspension.
  private func start(
    _ function: ExposedFunction, _ destination: Destination, _ responder: Responder? = nil,
    _ body: @escaping @Sendable (isolated WebView, Int) async -> Void
  ) {
    let id = running.add(function, for: destination.document, number: destination.number, responder: responder)
    // The bridge's own may wait for a person.
    let isOwn = destination.method.hasPrefix("_bridge.")
    let watched = isOwn ? nil : watchdog?.began(destination.method, responder: responder)
    let task = BlockedPage.$current.withValue(destination.blocked) {
      Task.immediate {
        await body(self, id)
        if let watched { self.watchdog?.ended(watched) }
        destination.blocked?.release()
        self.running.remove(id)
      }
    }
    running.set(task, for: id)
  }

  /// The page does not wait for this `ask` any more.
  func cancelInvocation(_ number: Int) {
    guard let document = document?.id, self.document?.inbox.cancel(number) == true else { return }
    accepted.remove(number)
    running.cancel(number, of: document)
  }

  private func runAsynchronously(_ id: Int, _ arguments: Arguments, _ destination: Destination) async {
    guard case .asynchronous(let body) = running.function(id)?.body else { return }
    do {
      answerLater(.success(try await body(arguments)), to: destination)
    } catch {
      answerLater(.failure(error), to: destination)
    }
  }

  private func runStream(_ id: Int, _ arguments: Arguments, _ responder: Responder) async {
    guard case .streaming(let body) = running.function(id)?.body else { return }
    do {
      try await body(arguments, responder)
    } catch {
      responder.fail(error)
    }
  }

  private func responder(to destination: Destination, pausesEarly: Bool = false) -> Responder {
    let live = document?.responders
    live?.add()
    return Responder(serializer: keystone.jsonSerializer, pausesEarly: pausesEarly) { [weak self] isReplaceable in
      await self?.catchUp(destination.document, isReplaceable: isReplaceable)
    } sink: { [weak self] result, isLast in
      // Each responder says so once, at the latest when it is freed.
      if isLast { live?.remove() }
      self?.enqueue { $0.answer(result, to: destination, isLast: isLast) }
    }
  }

  /// For code that runs between turns: through the queue, so that the answer leaves at a turn's end.
  private func answerLater(_ result: Result<Reply?, any Error>, to destination: Destination) {
    enqueue { $0.answer(result, to: destination, isLast: true) }
  }

  private func answer(_ result: Result<Reply?, any Error>, to destination: Destination, isLast: Bool) {
    guard document?.id == destination.document else {
      return logger.debug("an answer for an older document was dropped", metadata: ["method": "\(destination.method)"])
    }
    let number = destination.number
    if let name = destination.callback {
      switch result {
      case .success(let reply):
        let json = reply?.json.detached
        evaluate(
          .callback(name: name, value: json, isLast: isLast), as: .callback(name: name, isLast: isLast, json),
          replacing: reply?.isReplaceable == true ? .callback(name) : nil)
      case .failure(let error):
        evaluate(.failure(callback: name, error: BridgeError(wrapping: error)), as: failure(error, destination))
      }
    } else if !isLast, case .success(let reply?) = result {
      guard document?.inbox.addValue(to: number) == true else { return }
      let json = reply.json.detached
      evaluate(
        .answer(call: number, value: .success(json), isLast: false), as: .next(number: number, json),
        replacing: reply.isReplaceable ? .answer(number) : nil)
    } else {
      end(number, result, as: line(for: result, destination))
    }
  }

  private func line(for result: Result<Reply?, any Error>, _ destination: Destination) -> ServerLine {
    switch result {
    // A page that stands still needs a value, whatever a dispatcher has found.
    case .success(let reply):
      .reply(number: destination.number, (reply ?? destination.blocked.map { _ in .empty })?.json)
    case .failure(let error): failure(error, destination)
    }
  }

  func failure(_ error: any Error, _ destination: Destination) -> ServerLine {
    logger.debug("a call failed", metadata: ["method": "\(destination.method)", "error": "\(error)"])
    let method = destination.method.cut(toBytes: limits.maximumMethodNameSize)
    let json = BridgeError(wrapping: error).json(method: method, callback: destination.callback)
    return .fail(number: destination.number, json)
  }

  /// An answer leaves at once, unless it must not overtake values that were evaluated.
  private func end(_ number: Int, _ result: Result<Reply?, any Error>, as line: ServerLine) {
    switch document?.inbox.answer(number, with: line) {
    case .bySocket(hasValues: false):
      turn.body.add(line)
      turn.settled.append(line)
    case .bySocket(hasValues: true):
      let isReplaceable = (try? result.get())?.isReplaceable == true
      let value = result.map { $0?.json }.mapError { BridgeError(wrapping: $0) }
      evaluate(
        .answer(call: number, value: value, isLast: true), as: line, replacing: isReplaceable ? .answer(number) : nil)
    case .byCall(let waiters, let bytes):
      for waiter in waiters { waiter(bytes) }
    case .late, nil:
      logger.debug("an answer came late and was dropped", metadata: ["number": "\(number)"])
    }
  }
}
