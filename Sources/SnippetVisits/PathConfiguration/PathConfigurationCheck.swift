public import Foundation
import Logging
import SnippetShell

/// The effect of a path configuration on a list of URLs, for testing the configuration.
///
///     let check = configuration.check([URL(string: "https://shop.example/books/new")!])
///     #expect(check.problems.isEmpty, "\(check)")
public struct PathConfigurationCheck: Sendable, Hashable, CustomStringConvertible {
  /// The effect on one URL.
  public struct Entry: Sendable, Hashable {
    /// The URL.
    public let url: URL
    /// The indices of the rules that match.
    public let rules: [Int]
    /// The merged properties.
    public let properties: PathProperties
  }

  /// The effect on each URL, in the order of the list.
  public let entries: [Entry]
  /// The problems, as sentences: rules that match no URL, invalid patterns and values, and unknown view controllers.
  public let problems: [String]

  /// A table with a line for each URL, and the problems below it.
  public var description: String {
    let lines = entries.map { entry in
      let rules = entry.rules.isEmpty ? "no rule" : "rules \(entry.rules.map(String.init).joined(separator: ", "))"
      let properties = entry.properties.sorted { $0.key < $1.key }.map { "\($0)=\($1.json)" }.joined(separator: " ")
      return "\(entry.url.absoluteString): \(rules) \(properties)"
    }
    return (lines + problems).joined(separator: "\n")
  }
}

extension PathConfiguration {
  /// Creates a configuration from a file. Throws a ``PathConfigurationError`` if the file has an error, instead of
  /// logging it. Later changes of the file have no effect.
  package convenience init(checking file: URL) throws(PathConfigurationError) {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw PathConfigurationError(file.relativePath, "The file cannot be read: \(error.localizedDescription)")
    }
    _ = try PathConfigurationContent(reading: [UInt8](data), of: file.relativePath)
    // `check` reports invalid patterns, so they are not logged.
    let logger = Logger(label: "SnippetVisits") { _ in SwiftLogNoOpLogHandler() }
    self.init(
      sources: [.data(data)], options: PathConfigurationLoaderOptions(cacheFolder: nil, logger: logger))
  }

  /// Returns the effect of the rules on a list of URLs, and the problems in the rules.
  /// - Parameter viewControllers: the values of `view_controller` for which the program has a screen, in addition to
  ///   `web`; `nil` to allow all values.
  public func check(_ urls: [URL], viewControllers: [String]? = nil) -> PathConfigurationCheck {
    let content = matched("").0
    let rules = content.rules
    let refused = content.refusedPatterns
    let entries = urls.map { url in
      let subject = matched(url.pathAndQuery).path
      return PathConfigurationCheck.Entry(
        url: url, rules: rules.indices.filter { rules[$0].matches(subject, except: refused) },
        properties: properties(for: url))
    }
    var problems: [String] = []
    let used = Set(entries.flatMap(\.rules))
    for (index, rule) in rules.enumerated() {
      problems += rule.invalidPatterns.map { "Rule \(index): \"\($0)\" is no regular expression." }
      problems += rule.rule.patterns.filter(refused.contains).map {
        "Rule \(index): matching \"\($0)\" takes too long."
      }
      problems += rule.rule.properties.problems.map { "Rule \(index): \($0)" }
      if !used.contains(index) { problems.append("Rule \(index) matches none of the URLs.") }
      let name = rule.rule.properties.viewController
      if let viewControllers, name != "web", !viewControllers.contains(name) {
        problems.append("Rule \(index): there is no view controller \"\(name)\".")
      }
    }
    return PathConfigurationCheck(entries: entries, problems: problems)
  }
}
