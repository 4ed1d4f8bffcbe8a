import Foundation

/// The values that a replay does not compare, such as times and random ids.
///
/// Each rule is the name of a function, optionally with a path: `clock.now`, `clock.*`, `order.create: .id`,
/// `order.list: [*].created`. Without a path, all values of the function are ignored, and also their number.
struct IgnoredValues: Sendable {
  private let rules: [(name: String, path: String?)]

  init(_ rules: [String]) {
    self.rules = rules.map { rule in
      let parts = rule.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return (parts.first ?? "", parts.dropFirst().first)
    }
  }

  /// Returns whether all values of a function are ignored.
  func ignores(_ name: String) -> Bool {
    rules.contains { $0.path == nil && name.fits($0.name, wildcard: "*") }
  }

  /// Returns whether the value at this path, or a value that contains it, is ignored.
  func ignores(_ name: String, at path: String) -> Bool {
    rules.contains { rule in
      name.fits(rule.name, wildcard: "*") && rule.path.map { path.fits($0, wildcard: "*") } != false
    }
  }
}

extension String {
  /// Returns whether the text equals a pattern, in which each `wildcard` stands for any text.
  func fits(_ pattern: String, wildcard: String) -> Bool {
    var parts = pattern.components(separatedBy: wildcard)
    let end = parts.removeLast()
    guard let start = parts.first else { return self == end }
    guard hasPrefix(start) else { return false }
    var rest = dropFirst(start.count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(end)
  }
}
