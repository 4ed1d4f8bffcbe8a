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
  /// The functions that a page of this web view may call.
  package var describedFunctions: [DescribedFunction] {
    let types = TypeScriptTypes()
    return callableFunctions.flatMap { namespace, functions in
      functions.map { function in
        DescribedFunction(
          name: Method(namespace: namespace, name: function.name).description,
          type: TypeScriptFunction(function, types: types).summary, documentation: function.signature.documentation)
      }
    }
  }

  /// The types of the functions that a page of this web view may call, by the functions' names.
  package var functionTypes: [String: String] {
    Dictionary(describedFunctions.map { ($0.name, $0.type) }, uniquingKeysWith: { _, later in later })
  }

  /// The functions in interfaces that are not the bridge's own, by namespace.
  var callableFunctions: [(namespace: String, functions: [ExposedFunction])] {
    interfaces.all.filter { !WebView.isReserved($0.namespace) }
  }

  /// The size of the page's messages that the web view has not processed, in bytes. Also known while a function blocks
  /// the web view.
  package nonisolated var unprocessedSize: Int { mailbox.weight }

  package var facts: WebViewFacts {
    var facts = WebViewFacts()
    facts.unacknowledged = document?.outbox.bytes ?? 0
    facts.waiting = pageCalls.held.count + (document?.outbox.waiting.count ?? 0)
    facts.waitingSize = pageCalls.held.bytes + (document?.outbox.waiting.bytes ?? 0)
    facts.pageCalls = pageCalls.count
    facts.interfaces = callableFunctions.map { $0.namespace.isEmpty ? "(no namespace)" : $0.namespace }
    return facts
  }
}
