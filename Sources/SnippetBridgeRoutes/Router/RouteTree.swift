import DSBridge
import DSBridgeText

/// A tree that maps route paths to values. A value type without side effects.
///
/// A lookup matches one component after another, tries the most specific node first, and backtracks if no route
/// matches. The order is: a literal, a part of a component, any component, the rest of the path.
package struct RouteTree<Value: Sendable>: Sendable {
  fileprivate struct Node {
    var literals: [UTF8Key: Int] = [:]
    /// The children that are not literals, in the order in which a lookup tries them.
    var others: [(component: RouterPath.Component, node: Int)] = []
    var value: Value?
  }

  /// All nodes. The first one is the root.
  private var nodes = [Node()]
  /// The indices of the nodes whose paths consist of literals only, keyed by the whole path.
  private var literals: [UTF8Key: Int] = [:]
  package var isEmpty: Bool { nodes.count == 1 && nodes[0].value == nil }

  package init() {}

  /// Changes the value at a path. The value is nil before the first change.
  package mutating func update(_ path: RouterPath, _ change: (inout Value?) -> Void) {
    var index = 0
    for component in path.components { index = child(of: index, component) }
    change(&nodes[index].value)
    if let literal = path.literal { literals[UTF8Key(literal)] = index }
  }

  /// Calls `take` for each route that matches the path, until `take` returns a value. Returns that value, or nil.
  package func find<Found>(_ path: Substring, _ take: (Value, Parameters) -> Found?) -> Found? {
    if let index = literals[UTF8Key(path)], let value = nodes[index].value, let found = take(value, Parameters()) {
      return found
    }
    guard mayHold(path) else { return nil }
    var components: [String] = []
    // The path is split by bytes, because splitting by characters takes ten times as long.
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      // If a component cannot be decoded, the path matches no route.
      guard let component = String(strictlyPercentEncodedPeer: part) else { return nil }
      components.append(component)
    }
    return find(components[...], from: 0, Parameters(), take)
  }

  /// Returns whether a route may match the path. This fast check avoids the full lookup for most requests, which are
  /// for files and not for routes.
  private func mayHold(_ path: Substring) -> Bool {
    let slash = UInt8(ascii: "/")
    let first = path.utf8.drop { $0 == slash }.prefix { $0 != slash }
    return first.isEmpty || !nodes[0].others.isEmpty || nodes[0].literals[UTF8Key(Substring(first))] != nil
      || first.contains(UInt8(ascii: "%"))
  }

  private func find<Found>(
    _ components: ArraySlice<String>, from index: Int, _ parameters: Parameters, _ take: (Value, Parameters) -> Found?
  ) -> Found? {
    let node = nodes[index]
    guard let component = components.first else {
      return node.value.flatMap { take($0, parameters) }
    }
    let rest = components.dropFirst()
    if let next = node.literals[UTF8Key(component)], let found = find(rest, from: next, parameters, take) {
      return found
    }
    for (pattern, next) in node.others {
      var parameters = parameters
      switch pattern {
      case .literal: continue
      case .part(let prefix, let suffix, let name):
        guard let part = component.part(between: prefix, and: suffix) else { continue }
        if let name { parameters.append(name, part) }
      case .rest:
        parameters.catchAll = Array(components)
        if let value = nodes[next].value, let found = take(value, parameters) { return found }
        continue
      }
      if let found = find(rest, from: next, parameters, take) { return found }
    }
    return nil
  }

  private mutating func child(of index: Int, _ component: RouterPath.Component) -> Int {
    if case .literal(let text) = component {
      if let known = nodes[index].literals[UTF8Key(text)] { return known }
      nodes.append(Node())
      nodes[index].literals[UTF8Key(text)] = nodes.count - 1
      return nodes.count - 1
    }
    if let known = nodes[index].others.first(where: { $0.component == component }) { return known.node }
    nodes.append(Node())
    let place = nodes[index].others.firstIndex { $0.component.rank > component.rank } ?? nodes[index].others.count
    nodes[index].others.insert((component, nodes.count - 1), at: place)
    return nodes.count - 1
  }
}

extension String {
  /// Returns the text between the prefix and the suffix. Returns nil if either is missing or the text between them is
  /// empty.
  fileprivate func part(between prefix: String, and suffix: String) -> String? {
    guard utf8.count > prefix.utf8.count + suffix.utf8.count, utf8.starts(with: prefix.utf8),
      utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    else { return nil }
    return String(decoding: utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
  }
}
