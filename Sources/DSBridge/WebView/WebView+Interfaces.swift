import DSBridgeLocks
import Logging

extension WebView {
  /// Adds an interface, whose functions the page calls with `bridge.call('namespace.function', argument)`.
  ///
  /// Calls that the server has already received cannot use the new interface. If another interface has the same
  /// namespace, the new one replaces it.
  /// - Parameters:
  ///   - namespace: the namespace, which may contain dots, such as `a.b.c`; nil and "" mean none. The namespaces `_dsb`
  ///     and `_bridge`, and all namespaces below `_bridge`, are reserved.
  ///   - isImmediate: true only for functions that never block and take microseconds. They run in the web view's
  ///     isolation, but on the event loop that has read the call, unless earlier work is pending. This saves a thread
  ///     switch, but all pages of that event loop wait while a function runs. `async` functions run as in any other
  ///     interface.
  public nonisolated func addInterface(
    _ interface: sending any ExposedInterface & SendableMetatype, by namespace: String?,
    immediate isImmediate: Bool = false
  ) {
    let namespace = namespace ?? ""
    guard !WebView.isReserved(namespace) else {
      logger.error("an interface was not added: its namespace is reserved", metadata: ["namespace": "\(namespace)"])
      return
    }
    addOwnInterface(interface, by: namespace, isImmediate: isImmediate)
  }

  /// Removes the interface with this namespace; nil and "" mean the interface without a namespace. Calls that the
  /// server has already received can still use the removed interface.
  public nonisolated func removeInterface(by namespace: String?) {
    let namespace = namespace ?? ""
    guard !WebView.isReserved(namespace) else { return }
    perform { $0.interfaces.remove(by: namespace) }
  }

  /// Adds an interface with any namespace, including a reserved one.
  package nonisolated func addOwnInterface(
    _ interface: sending any ExposedInterface & SendableMetatype, by namespace: String, isImmediate: Bool = false
  ) {
    let box = TransferBox(interface)
    if isImmediate { mayBeImmediate.store(true, ordering: .relaxed) }
    perform { webView in
      guard let interface = box.take(), !webView.isClosed else { return }
      let type = type(of: interface)
      if let replaced = webView.interfaces.add(interface, by: namespace, isImmediate: isImmediate), replaced != type {
        webView.logger.warning(
          "an interface replaced another one in its namespace; call removeInterface(by:) first if this is intended",
          metadata: ["namespace": "\(namespace)", "replaced": "\(replaced)", "by": "\(type)"])
      }
    }
  }

  static func isReserved(_ namespace: String) -> Bool {
    // This check runs for each call, so it must be fast. In most cases, checking the first byte is enough.
    namespace.utf8.first == UInt8(ascii: "_")
      && (namespace == "_dsb" || namespace == "_bridge" || namespace.hasPrefix("_bridge."))
  }
}
