extension WebView {
  /// A `.d.ts` file that declares the functions a page of this web view may call, as members of `native`, with the
  /// comments from Swift.
  ///
  /// Interfaces added before this call are in it, in their order. It goes with the bridge.d.ts that servers have at
  /// `/_bridge/bridge.d.ts`. `Codable` types are declared by what they read: each is decoded once from values that mean
  /// nothing. What cannot be learned so, as of a type that is not `Decodable`, or of an enum that is neither a `String`
  /// nor `CaseIterable`, is `unknown`.
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
}
