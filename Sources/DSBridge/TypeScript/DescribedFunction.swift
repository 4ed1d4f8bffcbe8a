/// A function that can be called, as developer tools describe it.
package struct DescribedFunction: Encodable, Sendable, Equatable {
  /// The name with the namespace.
  package var name: String
  /// The TypeScript type, such as `(prices: number[]): Promise<number>`.
  package var type: String
  /// The documentation comment, without comment marks.
  package var documentation: String
  /// Indicates whether this is a function of the page, and not of Swift.
  package var isPage: Bool

  package init(name: String, type: String, documentation: String = "", isPage: Bool = false) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.isPage = isPage
  }
}

/// The state of a web view, as developer tools show it.
package struct WebViewFacts: Sendable {
  /// The size of the messages that the page has not acknowledged, in bytes.
  package var unacknowledged = 0
  /// The size of the values and calls that wait until the page is ready or reads again, in bytes.
  package var waitingSize = 0
  /// The number of values and calls that wait until the page is ready or reads again.
  package var waiting = 0
  /// The number of unanswered calls to the page.
  package var pageCalls = 0
  /// The namespaces of the interfaces.
  package var interfaces: [String] = []

  package init() {}
}

extension WebView {
  /// Returns the functions that a page of this web view may call.
  package nonisolated func describedFunctions() async -> [DescribedFunction] {
    await withCheckedContinuation { continuation in
      enqueue { webView in
        let types = TypeScriptTypes()
        var described: [DescribedFunction] = []
        for (namespace, functions) in webView.interfaces.all where !WebView.isReserved(namespace) {
          for function in functions {
            described.append(
              DescribedFunction(
                name: namespace.isEmpty ? function.name : "\(namespace).\(function.name)",
                type: TypeScriptFunction(function, types: types).summary,
                documentation: function.signature.documentation))
          }
        }
        continuation.resume(returning: described)
      }
    }
  }

  /// The size of the page's messages that the web view has not processed, in bytes. Also known while a function blocks
  /// the web view.
  package nonisolated var unprocessedSize: Int { mailbox.weight }

  package var facts: WebViewFacts {
    var facts = WebViewFacts()
    facts.unacknowledged = document?.outbox.bytes ?? 0
    facts.waiting = held.count + (document?.outbox.waiting.count ?? 0)
    facts.waitingSize = held.bytes + (document?.outbox.waiting.bytes ?? 0)
    facts.pageCalls = pageCalls.count
    facts.interfaces = interfaces.all.map(\.namespace).filter { !WebView.isReserved($0) }
      .map { $0.isEmpty ? "(no namespace)" : $0 }
    return facts
  }
}
