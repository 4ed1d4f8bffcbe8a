/// The interfaces of one web view by namespace, and their functions by name. Confined to the web view's isolation.
public struct InterfaceTable {
  /// An interface. Its list of functions is created when a page first calls one of them, or when all functions are
  /// listed. This saves memory, because most pages call few of the interfaces. The list of a ``ChangingInterface`` is
  /// not kept.
  private final class Entry {
    let namespace: String
    let interface: any ExposedInterface
    /// Whether the interface's functions may run on an event loop.
    let isImmediate: Bool
    /// The interface, if its functions may change at any time.
    private let changing: (any ChangingInterface)?
    private lazy var fixed = interface.exposedFunctions
    private lazy var byName = InterfaceTable.byName(fixed)

    init(namespace: String, interface: any ExposedInterface, isImmediate: Bool) {
      self.namespace = namespace
      self.interface = interface
      self.isImmediate = isImmediate
      changing = interface as? any ChangingInterface
    }

    var isChanging: Bool { changing != nil }
    var list: [ExposedFunction] { changing?.exposedFunctions ?? fixed }

    func function(_ name: String, form: Invocation.Form? = nil) -> ExposedFunction? {
      if let changing { changing.function(named: name, form: form) } else { byName[name] }
    }
  }

  /// The interfaces in the order in which they were added.
  private var entries: [Entry] = []
  /// The functions that the default resolver and dispatcher have found, by ``hash(of:in:)``. If two hashes collide, the
  /// newer function replaces the older one.
  private var found: [UInt64: FoundFunction] = [:]
  /// The function that was found last. Most pages call one function many times.
  private var recent: FoundFunction?

  /// The namespaces in use, including "" if there is an interface without a namespace.
  public var namespaces: some Collection<String> { entries.lazy.map(\.namespace) }

  /// Adds an interface. Returns the type of the interface that it replaces, if any.
  @discardableResult
  mutating func add(_ interface: any ExposedInterface, by namespace: String, isImmediate: Bool = false) -> Any.Type? {
    let replaced = entry(namespace).map { type(of: $0.interface) as Any.Type }
    remove(by: namespace)
    entries.append(Entry(namespace: namespace, interface: interface, isImmediate: isImmediate))
    return replaced
  }

  mutating func remove(by namespace: String) {
    found = [:]
    recent = nil
    entries.removeAll { $0.namespace == namespace }
  }

  private func entry(_ namespace: String) -> Entry? { entries.first { $0.namespace == namespace } }

  /// All functions. If several functions of an interface have the same name, only the last one is included, at the
  /// position of the first, because only the last one can be called.
  var all: [(namespace: String, functions: [ExposedFunction])] {
    entries.map { entry in
      let list = entry.list
      var waiting = Self.byName(list)
      return (entry.namespace, list.compactMap { waiting.removeValue(forKey: $0.name) })
    }
  }

  private static func byName(_ functions: [ExposedFunction]) -> [String: ExposedFunction] {
    Dictionary(functions.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
  }

  /// Returns the function that the default resolver and dispatcher find for the line's call; nil if they find none.
  mutating func plainFunction(_ line: RawLine, of message: PageMessage) -> FoundFunction? {
    if let recent, recent.isCalled(by: line, of: message) { return recent }
    let hash = hash(of: line.name, in: message.bytes)
    if let known = found[hash], known.isCalled(by: line, of: message) {
      recent = known
      return known
    }
    let name = message.method(line)
    guard let method = try? MethodResolver().resolveMethodFromRaw(name), let entry = entry(method.namespace),
      !entry.isChanging, let function = entry.function(method.name)
    else { return nil }
    let new = FoundFunction(name, field: Array(message.bytes[line.name]), function, isImmediate: entry.isImmediate)
    // Only names without percent-encoding are stored. A page could encode the same name in many ways, and each encoding
    // would take memory.
    let isPlain = message.bytes[line.name].allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "%") }
    if isPlain {
      found[hash] = new
      recent = new
    }
    return new
  }

  /// Returns the FNV-1a hash of the name. Only names of existing functions are stored under the hash, so a page
  /// cannot cause collisions.
  private func hash(of name: Range<Int>, in bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes[name] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// Returns the function name that is most similar to an unknown name and differs in at most two bytes. Only short
  /// names, and the first ``mostCompared`` names, are compared, because any page may call unknown functions.
  func nearest(to name: String) -> String? {
    guard name.utf8.count <= Self.longestCompared else { return nil }
    let wanted = Array(name.utf8)
    let names = entries.lazy.flatMap { entry in
      entry.list.lazy.map { entry.namespace.isEmpty ? $0.name : "\(entry.namespace).\($0.name)" }
    }
    var best: (name: String, distance: Int)?
    for candidate in names.prefix(Self.mostCompared) {
      let limit = min(Self.largestDistance, wanted.count / 2, (best?.distance ?? .max) - 1)
      let bytes = Array(candidate.utf8)
      // A function with the wanted name may itself fail with `noSuchMethod`.
      guard bytes != wanted else { return nil }
      guard let distance = Self.distance(from: wanted, to: bytes, within: limit) else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  static let mostCompared = 1000
  private static let longestCompared = 64
  private static let largestDistance = 2

  /// Returns the Levenshtein distance: the number of bytes to insert, delete or replace to turn `one` into `other`.
  /// Returns nil if the distance exceeds `limit`. Only the cells of the table that are within the limit are computed.
  private static func distance(from one: [UInt8], to other: [UInt8], within limit: Int) -> Int? {
    guard limit >= 0, abs(one.count - other.count) <= limit else { return nil }
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      let first = max(0, index - limit)
      var diagonal = row[first]
      row[first] = first == 0 ? index + 1 : limit + 1
      for column in first..<max(first, min(other.count, index + limit + 1)) {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count] <= limit ? row[other.count] : nil
  }

  /// Returns the function with this namespace and name; nil if there is none.
  public func function(for method: Method) -> ExposedFunction? {
    function(for: method, form: nil)
  }

  func function(for method: Method, form: Invocation.Form?) -> ExposedFunction? {
    entry(method.namespace)?.function(method.name, form: form)
  }
}
