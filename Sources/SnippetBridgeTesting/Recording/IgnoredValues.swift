/// The values that a replay does not compare, such as times and random ids.
///
/// Each rule is the name of a function, optionally with a path: `clock.now`, `clock.*`, `order.create: .id`,
/// `order.list: [*].created`. Without a path, all values of the function are ignored, and also their number.
struct IgnoredValues: Sendable {
  private struct Rule: Sendable {
    var name: String
    var path: String?
  }

  private let rules: [Rule]

  init(_ rules: [String]) {
    self.rules = rules.map { rule in
      let parts = rule.split(separator: ":", maxSplits: 1).map { $0.trimming { $0 == " " } }
      return Rule(name: parts.first ?? "", path: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// Returns whether all values of a function are ignored.
  func ignores(_ name: String) -> Bool {
    rules.contains { $0.path == nil && Self.fits(name[...], $0.name[...]) }
  }

  /// Returns whether the value at this path, or a value that contains it, is ignored.
  func ignores(_ name: String, at path: String) -> Bool {
    rules.contains { rule in
      guard Self.fits(name[...], rule.name[...]) else { return false }
      return rule.path.map { Self.fits(path[...], $0[...]) } ?? true
    }
  }

  /// Returns whether a text equals a pattern, in which `*` stands for any text.
  private static func fits(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return text == pattern }
    let (start, rest) = (pattern[..<star], pattern[pattern.index(after: star)...])
    guard text.hasPrefix(start) else { return false }
    var tail = text.dropFirst(start.count)
    while true {
      if fits(tail, rest) { return true }
      guard !tail.isEmpty else { return false }
      tail = tail.dropFirst()
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isDropped: (Character) -> Bool) -> String {
    String(drop(while: isDropped).reversed().drop(while: isDropped).reversed())
  }
}
