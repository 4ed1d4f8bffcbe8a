import DSBridge
import Foundation
import SnippetCatalog

/// The settings and rules of one source.
struct PathConfigurationContent: Sendable {
  var settings: Props = [:]
  var rules: [CompiledRule] = []

  /// Decodes a configuration. Throws a ``PathConfigurationError`` with the position of the error.
  /// - Parameter origin: the file or address, for error messages.
  init(reading bytes: [UInt8], of origin: String) throws(PathConfigurationError) {
    let document: JSONDocument
    do { document = try JSONDocument(bytes) } catch {
      throw PathConfigurationError(origin, at: TextPosition(of: error.offset, in: bytes), error.problem)
    }
    do {
      let file = try document.decode(File.self)
      settings = file.settings ?? [:]
      rules = file.rules.map(CompiledRule.init)
    } catch {
      let problem = SnippetError(decoding: error)
      let position = TextPosition(of: document.offset(of: problem.path), in: bytes)
      throw PathConfigurationError(
        origin, at: position, (problem.field.map { "\($0): " } ?? "") + problem.problem)
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
  func matchingRules(for path: String) -> [PathRule] { rules.filter { $0.matches(path) }.map(\.rule) }

  private struct File: Decodable {
    let settings: Props?
    let rules: [PathRule]
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

  init(_ origin: String, at position: TextPosition? = nil, _ problem: String) {
    self.origin = origin
    line = position?.line
    column = position?.column
    self.problem = problem
  }

  /// The error as text, such as `paths.json, line 3, column 12: rules[0].patterns: It is not an array.`
  public var description: String {
    [origin, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self).joined(separator: ", ")
      + ": \(problem)"
  }
}
