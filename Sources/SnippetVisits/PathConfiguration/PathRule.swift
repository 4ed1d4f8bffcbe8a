import Foundation

/// A rule in a path configuration, which defines properties for all paths that match at least one of its patterns.
public struct PathRule: Sendable, Hashable, Decodable {
  /// The patterns: regular expressions that may match anywhere in a path.
  public let patterns: [String]
  /// The properties of the paths.
  public let properties: PathProperties

  /// Creates a rule.
  public init(patterns: [String], properties: PathProperties) {
    self.patterns = patterns
    self.properties = properties
  }

  /// Returns whether at least one of the patterns matches a path. To include a query in the match, append it to the
  /// path, as in `/books?page=2`.
  public func match(path: String) -> Bool { CompiledRule(self).matches(path) }
}

/// A rule with its compiled regular expressions.
struct CompiledRule: Sendable, Decodable {
  let rule: PathRule
  /// The patterns that are not valid regular expressions. Such a pattern matches no path.
  let invalidPatterns: [String]
  private let expressions: [NSRegularExpression]

  init(_ rule: PathRule) {
    self.rule = rule
    let compiled = rule.patterns.map { ($0, try? NSRegularExpression(pattern: $0)) }
    expressions = compiled.compactMap(\.1)
    invalidPatterns = compiled.filter { $0.1 == nil }.map(\.0)
  }

  init(from decoder: any Decoder) throws { self.init(try PathRule(from: decoder)) }

  func matches(_ path: String) -> Bool {
    let range = NSRange(path.startIndex..., in: path)
    return expressions.contains { $0.firstMatch(in: path, range: range) != nil }
  }

  /// The properties for the locations with which turbo-rails makes an app go back, stay, or reload. The keys are the
  /// locations' last path components.
  static let historicalLocations: [String: PathProperties] = [
    "recede_historical_location": ["presentation": "pop", "context": "default", "historical_location": true],
    "resume_historical_location": ["presentation": "none", "context": "default", "historical_location": true],
    "refresh_historical_location": ["presentation": "refresh", "context": "default", "historical_location": true],
  ]
}
