/// The interfaces of one web view by namespace, their functions by name. Lives in the web view's isolation.
public struct InterfaceTable {
  private var functions: [String: [String: ExposedFunction]] = [:]

  /// The namespaces in use, "" among them when an interface was added without one.
  public var namespaces: some Collection<String> { functions.keys }

  /// Reads the interface's functions, once. What stood under the namespace is gone.
  mutating func add(_ interface: any ExposedInterface, by namespace: String) {
    functions[namespace] = Dictionary(
      interface.exposedFunctions.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
  }

  mutating func remove(by namespace: String) {
    functions[namespace] = nil
  }

  /// Constant time.
  public func function(for method: Method) -> ExposedFunction? {
    functions[method.namespace]?[method.name]
  }
}
