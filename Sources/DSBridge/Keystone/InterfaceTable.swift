/// The interfaces of one web view by namespace, their functions by name. Lives in the web view's isolation.
public struct InterfaceTable {
  private var functions: [String: [String: ExposedFunction]] = [:]
  /// For those who list them: in the order in which they were added and declared.
  private var order: [(namespace: String, type: Any.Type, names: [String])] = []
  /// Of interfaces whose functions may run on an event loop.
  private var immediate: Set<String> = []
  /// What the default resolver and dispatcher have found, by ``hash(of:in:)``. Two of one hash replace each other.
  private var found: [UInt64: FoundFunction] = [:]
  /// The last of them; most pages call one function many times.
  private var recent: FoundFunction?

  /// The namespaces in use, "" among them when an interface was added without one.
  public var namespaces: some Collection<String> { functions.keys }

  /// Reads the interface's functions, once. Returns the type of the interface that it replaces, if any.
  @discardableResult
  mutating func add(
    _ interface: any ExposedInterface, by namespace: String, isImmediate: Bool = false
  ) -> Any.Type? {
    let replaced = order.first { $0.namespace == namespace }?.type
    remove(by: namespace)
    if isImmediate { immediate.insert(namespace) }
    let list = interface.exposedFunctions
    functions[namespace] = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    order.append((namespace, type(of: interface), list.map(\.name)))
    return replaced
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
    order.map { namespace, _, names in
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

  /// Returns the name of the function that differs least from a name that no function has: by one or two bytes.
  /// Long names, and interfaces with very many functions, are not compared.
  func nearest(to name: String) -> String? {
    guard name.utf8.count <= Self.longestCompared else { return nil }
    let wanted = Array(name.utf8)
    var best: (name: String, distance: Int)?
    for (namespace, _, names) in order.prefix(Self.mostCompared) {
      for name in names.prefix(Self.mostCompared) {
        let full = namespace.isEmpty ? name : "\(namespace).\(name)"
        guard abs(full.utf8.count - wanted.count) <= Self.largestDistance else { continue }
        let distance = Self.distance(from: wanted, to: Array(full.utf8))
        if distance <= min(Self.largestDistance, wanted.count / 2), distance < best?.distance ?? .max {
          best = (full, distance)
        }
      }
    }
    return best?.name
  }

  private static let longestCompared = 64
  private static let mostCompared = 200
  private static let largestDistance = 2

  /// The number of bytes to insert, delete or replace (Levenshtein).
  private static func distance(from one: [UInt8], to other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }

  /// Constant time.
  public func function(for method: Method) -> ExposedFunction? {
    functions[method.namespace]?[method.name]
  }
}
