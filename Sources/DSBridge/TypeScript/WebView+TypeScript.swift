extension WebView {
  /// Returns a `.d.ts` file that declares the functions a page of this web view may call, as members of `native`,
  /// with the comments from Swift.
  ///
  /// The file contains the interfaces that were added before this call, in their order. It complements the bridge.d.ts
  /// that servers provide at `/_bridge/bridge.d.ts`. A `Codable` type is declared with the members that it decodes. To
  /// find them, the type is decoded once from placeholder values. A type that cannot be analyzed in this way is
  /// `unknown`. Examples are a type that is not `Decodable`, and an enum that is neither a `String` nor `CaseIterable`.
  public nonisolated func typeScriptDeclarations() async -> String {
    await withCheckedContinuation { continuation in
      enqueue { webView in
        var declarations = TypeScriptDeclarations()
        for (namespace, functions) in webView.interfaces.all where !WebView.isReserved(namespace) {
          for function in functions { declarations.add(function, in: namespace) }
        }
        continuation.resume(returning: declarations.text)
      }
    }
  }

  /// The types of the functions that a page of this web view may call, by the functions' names.
  package var functionTypes: [String: String] {
    let types = TypeScriptTypes()
    var summaries: [String: String] = [:]
    for (namespace, functions) in interfaces.all where !WebView.isReserved(namespace) {
      for function in functions {
        let name = namespace.isEmpty ? function.name : "\(namespace).\(function.name)"
        summaries[name] = TypeScriptFunction(function, types: types).summary
      }
    }
    return summaries
  }
}
