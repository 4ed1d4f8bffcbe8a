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
  public func match(path: String) -> Bool { CompiledRule(self).matches(path, except: RefusedPatterns()) }
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

  /// Returns whether at least one of the patterns matches a path.
  /// - Parameter refused: the patterns that are not matched. A pattern that takes too long is inserted.
  func matches(_ path: String, except refused: RefusedPatterns) -> Bool {
    let range = NSRange(path.startIndex..., in: path)
    return expressions.contains { expression in
      if refused.contains(expression.pattern) { return false }
      var isMatch = false
      var reports = 0
      let limit = refused.progressLimit(for: range.length)
      expression.enumerateMatches(in: path, options: .reportProgress, range: range) { match, _, stop in
        isMatch = match != nil
        reports += 1
        if isMatch || reports == limit { stop.pointee = true }
      }
      if !isMatch, reports == limit { refused.insert(expression.pattern) }
      return isMatch
    }
  }

  /// The properties for the locations with which turbo-rails makes an app go back, stay, or reload. The keys are the
  /// locations' last path components.
  static let historicalLocations: [String: PathProperties] = [
    "recede_historical_location": ["presentation": "pop", "context": "default", "historical_location": true],
    "resume_historical_location": ["presentation": "none", "context": "default", "historical_location": true],
    "refresh_historical_location": ["presentation": "refresh", "context": "default", "historical_location": true],
  ]
}
