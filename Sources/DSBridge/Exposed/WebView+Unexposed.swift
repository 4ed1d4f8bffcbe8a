extension WebView {
  /// Says what to do where a type is no interface; the compiler's own words are about a protocol that nobody writes.
  @available(
    *, unavailable,
    message: "its type is no interface: write '@Exposed' before the type, whose functions pages may then call"
  )
  public nonisolated func addInterface(
    _ interface: sending Any, by namespace: String?, immediate isImmediate: Bool = false
  ) {}
}
