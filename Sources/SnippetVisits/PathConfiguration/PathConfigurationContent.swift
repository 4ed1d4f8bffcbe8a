import DSBridge
import Foundation
import SnippetCatalog

/// The settings and rules of one source.
struct PathConfigurationContent: Sendable, Decodable {
  var settings: Props?
  var rules: [CompiledRule] = []
  private(set) var refusedPatterns = RefusedPatterns()

  private enum CodingKeys: String, CodingKey { case settings, rules }

  /// Decodes a configuration. Throws a ``PathConfigurationError`` with the position of the error.
  /// - Parameter origin: the file or address, for error messages.
  init(reading bytes: [UInt8], of origin: String) throws(PathConfigurationError) {
    do { (self, _) = try JSONDocument.read(Self.self, from: bytes, of: origin) } catch {
      throw PathConfigurationError(
        origin, line: error.line, column: error.column, (error.field.map { "\($0): " } ?? "") + error.problem)
    }
  }

  init() {}

  /// Returns the merged properties of all rules that match a path. Later rules take precedence.
  func properties(for path: String) -> PathProperties {
    let name = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).last
    if let historical = name.flatMap({ CompiledRule.historicalLocations[String($0)] }) { return historical }
    return matchingRules(for: path).reduce(into: [:]) { properties, rule in
      properties.merge(rule.properties) { $1 }
    }
  }

  /// Returns the rules that match a path, in order.
  func matchingRules(for path: String) -> [PathRule] {
    rules.filter { $0.matches(path, except: refusedPatterns) }.map(\.rule)
  }
}

/// An error in a path configuration. The previous configuration stays in effect.
public struct PathConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or address of the configuration.
  public let origin: String
  /// The line number, starting at 1; `nil` if the configuration could not be read at all.
  public let line: Int?
  /// The column number, counted in Unicode scalars and starting at 1.
  public let column: Int?
  /// A sentence that describes the problem.
  public let problem: String

  init(_ origin: String, line: Int? = nil, column: Int? = nil, _ problem: String) {
    self.origin = origin
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The error as text, such as `paths.json, line 3, column 12: rules[0].patterns: It is not an array.`
  public var description: String {
    [origin, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self).joined(separator: ", ")
      + ": \(problem)"
  }
}
