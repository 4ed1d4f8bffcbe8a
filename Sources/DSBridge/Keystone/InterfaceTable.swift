/// The interfaces of one web view by namespace, their functions by name. Lives in the web view's isolation.
public struct InterfaceTable {
  private var functions: [String: [String: ExposedFunction]] = [:]
  /// For those who list them: in the order in which they were added and declared.
  private var order: [(namespace: String, names: [String])] = []
  /// Of interfaces whose functions may run on an event loop.
  private var immediate: Set<String> = []
  /// What the default resolver and dispatcher have found, by ``hash(of:in:)``. Two of one hash replace each other.
  private var found: [UInt64: FoundFunction] = [:]
  /// The last of them; most pages call one function many times.
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
    found = [:]
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

  /// What the line calls, as the default resolver and dispatcher find it; nil where they do not.
  mutating func plainFunction(_ line: RawLine, of frame: PageFrame) -> FoundFunction? {
    if let recent, recent.isCalled(by: line, of: frame) { return recent }
    let hash = hash(of: line.name, in: frame.bytes)
    if let known = found[hash], known.isCalled(by: line, of: frame) {
      recent = known
      return known
    }
    let name = frame.method(line)
    guard let method = try? MethodResolver().resolveMethodFromRaw(name), let function = function(for: method) else {
      return nil
    }
    let new = FoundFunction(
      name, field: Array(frame.bytes[line.name]), function, isImmediate: immediate.contains(method.namespace))
    // A page can write any other name in many ways, each of which would be kept.
    let isPlain = frame.bytes[line.name].allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "%") }
    if isPlain {
      found[hash] = new
      recent = new
    }
    return new
  }

  /// FNV-1a: only names of functions that are there are kept under it, so nobody can choose many of one hash.
  private func hash(of name: Range<Int>, in bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes[name] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// Constant time.
  public func function(for method: Method) -> ExposedFunction? {
    functions[method.namespace]?[method.name]
  }
}
