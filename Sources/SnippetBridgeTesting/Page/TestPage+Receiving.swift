extension TestPage {
  /// Handles a wire message that arrived on the socket of the connection attempt `mine`.
  func receive(_ text: String, turn mine: Int) {
    guard mine == turn else { return }
    if isBlocked {
      waiting.append((mine, text))
    } else {
      apply(text)
    }
  }

  /// Applies the wire messages that arrived during a blocking call, in order.
  func applyWaiting() {
    let messages = waiting
    waiting = []
    for message in messages where message.turn == turn { apply(message.text) }
  }

  private func apply(_ text: String) {
    do {
      try applyLines(of: text)
    } catch {
      // A page in a browser would also stop using the socket, and log the error to the console.
      isOver = true
      document.end(throwing: error)
      welcomed?.end(throwing: error)
      let socket = self.socket
      Task { try? await socket?.close(code: 1002) }
    }
    flush()
  }

  private func applyLines(of text: String) throws {
    var texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var lines = try texts.map { try ReceivedLine($0) }
    var number: Int?
    if case .message(let announced) = lines.first {
      number = announced
      lines.removeFirst()
      texts.removeFirst()
    }
    record(ReceivedMessage(time: elapsed(), number: number, lines: texts))
    if let number {
      // Acknowledge duplicates too, because the server may not have received the first acknowledgement.
      document.isAcknowledgementDue = true
      if number <= document.received { return }
      guard number == document.received + 1 else {
        throw TestPageError.violation("message \(number) after \(document.received)")
      }
      document.received = number
    } else if let index = lines.firstIndex(where: \.needsNumber) {
      throw TestPageError.violation("outside of a numbered message: \(texts[index].prefix(200))")
    }
    for (line, text) in zip(lines, texts) {
      if let lineListener, line.needsNumber { lineListener(text) } else { try apply(line) }
    }
  }

  private func apply(_ line: ReceivedLine) throws {
    switch line {
    case .welcome(let welcome):
      try confirm(welcome.confirmed)
      document.sent = welcome.confirmed
      questions = welcome.intercept
      isWelcomed = true
      backoff.begin(at: .now)
      welcomed?.put(())
    case .ack(let number):
      try confirm(number)
    case .bye:
      break
    case .message(let number):
      throw TestPageError.violation("message \(number) inside of a message")
    case .reply(let number, let json):
      // The server also answers calls that the page has cancelled. For a cancelled call, this lookup returns `nil`.
      let call = document.calls.removeValue(forKey: number)
      if let json { call?.put(json) }
      call?.end()
    case .next(let number, let json):
      document.calls[number]?.put(json)
    case .fail(let number, let failure):
      document.calls.removeValue(forKey: number)?.end(throwing: failure)
      if let callback = failure.callback { document.callbacks.removeValue(forKey: callback)?.end(throwing: failure) }
    case .callback(let name, let isLast, let json):
      guard let callback = document.callbacks[name] else {
        throw TestPageError.violation("a value for the unknown callback \(name)")
      }
      if let json { callback.put(json) }
      if isLast {
        callback.end()
        document.callbacks[name] = nil
      }
    case .invoke(let id, let method, let arguments):
      invoke(method, arguments, id: id)
    case .evaluate(let id, let script):
      answer(id) { try self.evaluate(script) }
    case .event(name: "intercept", let json):
      questions = try PageJSON.value(PageQuestions.self, of: json)
    case .event(name: "navigator", let json):
      obey(try PageJSON.value([String].self, of: json))
    case .event(name: "denied", let json):
      show(notice: try PageJSON.value(String.self, of: json))
    case .event(name: "refused", let json):
      throw TestPageError.violation(try PageJSON.value(String.self, of: json))
    case .event(let name, let json) where eventListeners[name] != nil:
      eventListeners[name]?(json)
    case .event(let name, _) where iframe != nil && ["seen", "scroll", "kiosk", "steps", "step"].contains(name):
      break  // this page has no focus, scroll position, context menu or steps
    case .event(let name, _):
      throw TestPageError.violation("event \(name)")
    }
  }

  private func confirm(_ number: Int) throws {
    guard number < document.nextNumber else {
      throw TestPageError.violation("message \(number) is acknowledged but was never sent")
    }
    document.confirm(number)
  }
}

extension TestPage {
  /// Stops reading from the current socket, to simulate a page that is too slow. Blocking calls still work.
  public func pauseReading() {
    socket?.connection.pauseReading()
  }

  /// Resumes reading from the socket after ``pauseReading()``.
  public func resumeReading() {
    socket?.connection.resumeReading()
  }
}
