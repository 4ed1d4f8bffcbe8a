/// The interfaces of one web view by namespace, their functions by name. Lives in the web view's isolation.
public struct InterfaceTable {
  private var functions: [String: [String: ExposedFunction]] = [:]
  /// For those who list them: in the order in which they were added and declared.
  private var order: [(namespace: String, names: [String])] = []

  /// The namespaces in use, "" among them when an interface was added without one.
  public var namespaces: some Collection<String> { functions.keys }

  /// Reads the interface's functions, once. What stood under the namespace is gone.
  mutating func add(_ interface: any ExposedInterface, by namespace: String) {
    let list = interface.exposedFunctions
    functions[namespace] = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    order.removeAll { $0.namespace == namespace }
    order.append((namespace, list.map(\.name)))
  }

  mutating func remove(by namespace: String) {
    functions[namespace] = nil
    order.removeAll { $0.namespace == namespace }
  }

  /// Every function; of those with one name the last, in the place of the first.
  var all: [(namespace: String, functions: [ExposedFunction])] {
    order.map { namespace, names in
      var waiting = functions[namespace] ?? [:]
      return (namespace, names.compactMap { waiting.removeValue(forKey: $0) })
    }
  }

  /// Constant time.
  public func function(for method: Method) -> ExposedFunction? {
    functions[method.namespace]?[method.name]
  }
}
