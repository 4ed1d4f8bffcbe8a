import Logging
import Locks

extension WebView {
  /// Makes the interface's functions callable: `bridge.call('namespace.function', argument)`.
  ///
  /// Takes its place in the order of the page's calls: those that arrived before still find what was there. An
  /// interface already under this namespace is replaced.
  /// - Parameters:
  ///   - namespace: may hold dots, as `a.b.c`; nil and "" mean none. `_dsb`, `_bridge` and what is below `_bridge`
  ///     are the bridge's own.
  ///   - isImmediate: true only for an interface whose functions never wait and take microseconds. They run in the web
  ///     view's isolation as ever,
  ///     but on the event loop that has read the call, when nothing that came before is still at work: nothing is
  ///     handed over, and every page of
  ///     that loop waits while a function runs. `async` functions run as those of any interface.
  public nonisolated func addInterface(
    _ interface: sending any ExposedInterface & SendableMetatype, by namespace: String?,
    immediate isImmediate: Bool = false
  ) {
    let namespace = namespace ?? ""
    guard !WebView.isReserved(namespace) else {
      logger.error(
        "an interface was not added: the namespace is the bridge's own", metadata: ["namespace": "\(namespace)"])
      return
    }
    addOwnInterface(interface, by: namespace, isImmediate: isImmediate)
  }

  /// Removes the interface under the namespace, in the order of the page's calls; nil and "" mean the one without.
  public nonisolated func removeInterface(by namespace: String?) {
    let namespace = namespace ?? ""
    guard !WebView.isReserved(namespace) else { return }
    enqueue { $0.interfaces.remove(by: namespace) }
  }

  /// As ``addInterface(_:by:)``, for any namespace.
  package nonisolated func addOwnInterface(
    _ interface: sending any ExposedInterface & SendableMetatype, by namespace: String, isImmediate: Bool = false
  ) {
    let box = TransferBox(interface)
    if isImmediate { mayBeImmediate.store(true, ordering: .relaxed) }
    enqueue { webView in
      guard let interface = box.take(), !webView.isClosed else { return }
      let type = type(of: interface)
      if let replaced = webView.interfaces.add(interface, by: namespace, isImmediate: isImmediate), replaced != type {
        webView.logger.warning(
          "an interface replaces another of the same namespace; call removeInterface(by:) first if that is meant",
          metadata: ["namespace": "\(namespace)", "replaced": "\(replaced)", "by": "\(type)"])
      }
    }
  }

  static func isReserved(_ namespace: String) -> Bool {
    // Asked with each call, and told by the first byte for most.
    namespace.utf8.first == UInt8(ascii: "_")
      && (namespace == "_dsb" || namespace == "_bridge" || namespace.hasPrefix("_bridge."))
  }
}
