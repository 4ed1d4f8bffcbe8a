import SnippetShell

extension TestPage {
  /// Registers a function that returns its result immediately, like `bridge.register`. The result is any encodable
  /// value, or `nil` for `undefined`.
  public func register(
    _ name: String, _ function: @escaping @Sendable (PageArguments) throws -> (any Encodable & Sendable)?
  ) {
    document.functions[name] = { page, arguments, id in page.answer(id) { try function(arguments) } }
  }

  /// Registers a function that answers later, once or several times, through its second argument. Corresponds to
  /// `bridge.registerAsyn`.
  public func registerAsynchronous(
    _ name: String, _ function: @escaping @Sendable (PageArguments, PageResponder) -> Void
  ) {
    document.functions[name] = { page, arguments, id in
      let (answers, continuation) = AsyncStream<PageResponder.Answer>.makeStream()
      let documentID = page.document.id
      Task { [weak page] in
        for await answer in answers { await page?.send(answer, to: id, of: documentID) }
      }
      function(arguments, PageResponder(answers: continuation))
    }
  }

  /// Sets the function that handles `evaluateJavaScript`. Without it, every script throws an error.
  public func onEvaluate(_ evaluate: @escaping @Sendable (String) throws -> (any Encodable & Sendable)?) {
    self.evaluate = evaluate
  }

  func invoke(_ method: String, _ arguments: PageArguments, id: String) {
    if let function = document.functions[method] { return function(self, arguments, id) }
    switch method {
    case "_bridge.state": changeState(arguments, id: id)
    case "_hasJavascriptMethod":
      let functions = document.functions
      answer(id) { try functions[arguments.decode(String.self, at: 0)] != nil }
    default: sendException(PageException(message: "no function \(method)"), code: "notFound", id: id)
    }
  }

  func answer(_ id: String, isLast: Bool = true, _ function: () throws -> (any Encodable & Sendable)?) {
    do {
      let json = try function().map { " " + (try PageJSON.text($0)) } ?? ""
      document.add { "return \($0) \(id) \(isLast ? "done" : "more")\(json)" }
    } catch {
      sendException(error, id: id)
    }
  }

  private func send(_ value: PageResponder.Answer, to id: String, of documentID: String) {
    guard documentID == document.id else { return }
    answer(id, isLast: value.isLast) { try value.value.get() }
    flush()
  }

  private func sendException(_ error: any Error, code: String? = nil, id: String) {
    let exception = error as? PageException ?? PageException(message: "\(error)")
    var members: [String: Props] = [
      "message": .string(exception.message), "name": .string(exception.name), "stack": "",
    ]
    members["code"] = code.map(Props.string)
    document.add { "throw \($0) \(id) \(Props.dictionary(members).json)" }
  }
}
