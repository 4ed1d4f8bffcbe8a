/// The interfaces of one web view by namespace, their functions by name. Lives in the web view's isolation.
public struct InterfaceTable {
  private var functions: [String: [String: ExposedFunction]] = [:]
  /// For those who list them: in the order in which they were added and declared.
  private var order: [(namespace: String, names: [String])] = []
  /// Of interfaces whose functions may run on an event loop.
  private var immediate: Set<String> = []
  /// What the default resolver and dispatcher have found last; most pages call one function many times.
  private var recent: FoundFunction?

  /// The namespaces in use, "" among them when an interface was added without one.
  public var namespaces: some Collection<String> { functions.keys }

  /// Reads the interface's functions, once. What stood under the namespace is gone.
  mutating func add(_ interface: any ExposedInterface, by namespace: String, isImmediate: Bool = false) {
    remove(by: namespace)
    if isImmediate { immediate.insert(namespace) }
    let list = interface.exposedFunctions
    functions[namespace] = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    order.append((namespace, list.map(\.name)))
  }

  mutating func remove(by namespace: String) {
    functions[namespace] = nil
    immediate.remove(namespace)
    recent = nil
    order.removeAll { $0.namespace == namespace }
  }

  /// Every function; of those with one name the last, in the place of the first.
  var all: [(namespace: String, functions: [ExposedFunction])] {
    order.map { namespace, names in
      var waiting = functions[namespace] ?? [:]
      return (namespace, names.compactMap { waiting.removeValue(forKey: $0) })
    }
  }

  /// As the default resolver and dispatcher find it; nil where they do not.
  mutating func plainFunction(_ name: String) -> FoundFunction? {
    if let recent, recent.name == name { return recent }
    guard let method = try? MethodResolver().resolveMethodFromRaw(name), let function = function(for: method) else {
      return nil
    }
    recent = FoundFunction(name, function, isImmediate: immediate.contains(method.namespace))
    return recent
  }

  /// Constant time.
  public func function(for method: Method) -> ExposedFunction? {
    functions[method.namespace]?[method.name]
  }
}
