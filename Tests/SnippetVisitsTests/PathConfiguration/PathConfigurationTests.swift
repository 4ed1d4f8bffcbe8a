import DSBridgeLocks
import Foundation
import TestSupport
import Testing

@testable import SnippetVisits

/// The rules R29 to R36 of docs/internals/visit-rules.md, without a network.
@Suite(.timeLimit(.minutes(2))) struct PathConfigurationTests {
  private let log = LogRecorder()

  private func configuration(_ json: String, _ sources: [PathConfiguration.Source] = []) -> PathConfiguration {
    PathConfiguration(
      sources: [.data(Data(json.utf8))] + sources,
      options: PathConfigurationLoaderOptions(cacheFolder: nil, logger: log.logger))
  }

  private func rules(_ rules: [(String, String)]) -> PathConfiguration {
    let list = rules.map { #"{"patterns":["\#($0)"],"properties":\#($1)}"# }.joined(separator: ",")
    return configuration(#"{"rules":[\#(list)]}"#)
  }

  @Test func aFileWithAnErrorIsNotLoaded() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: PathConfigurationError.self) { try PathConfiguration(checking: file) }
    try Data(#"{"rules":[]"#.utf8).write(to: file)
    let error = #expect(throws: PathConfigurationError.self) { try PathConfiguration(checking: file) }
    #expect(error?.line == 1)
    try Data(#"{"rules":[{"patterns":["a"],"properties":{}}]}"#.utf8).write(to: file)
    #expect(try PathConfiguration(checking: file).rules.count == 1)
  }

  @Test("R29: settings are any JSON, rules have patterns and properties")
  func content() {
    let configuration = configuration(
      #"{"settings":{"tabs":[{"title":"Home","count":2}]},"rules":[{"patterns":["a","b"],"properties":{"x":1},"#
        + #""comment":"ignored"}]}"#)
    #expect(configuration.settings == ["tabs": [["title": "Home", "count": 2]]])
    #expect(configuration.rules == [PathRule(patterns: ["a", "b"], properties: ["x": 1])])
  }

  @Test(
    "R29: an invalid configuration keeps the previous one, and the log names file and line",
    arguments: [
      ("{\n \"settings\": {}\n}", "line 1, column 1: \"rules\" is missing."),
      (
        "{\n \"rules\": [\n  {\"patterns\": [\"/\"]}]}",
        "line 3, column 3: rules[0]: \"properties\" is missing."
      ),
      ("{\n \"rules\": [{\"patterns\": 7}]}", "line 2, column 25: rules[0].patterns: It is not an array."),
      ("{\n \"rules\": [", "line 2, column 12: "),
    ])
  func invalid(json: String, problem: String) {
    let configuration = configuration(#"{"rules":[{"patterns":["/a"],"properties":{"x":1}}]}"#)
    configuration.sources.append(.data(Data(json.utf8)))
    #expect(configuration.properties(for: "/a") == ["x": 1])
    #expect(log.lines.count == 1)
    #expect(log.lines[0].contains("the data, \(problem)"), "\(log.lines)")
  }

  @Test("R30: all matching rules merge in order; later rules win, also for objects")
  func merging() {
    let configuration = rules([
      ("/books", #"{"context":"modal","view":{"a":1,"b":2}}"#), ("/other", #"{"x":true}"#),
      ("/new$", #"{"view":{"a":3},"animated":false}"#),
    ])
    #expect(configuration["/books/new"] == ["context": "modal", "view": ["a": 3], "animated": false])
    #expect(configuration["/nothing"] == [:])
  }

  @Test("R31: patterns match anywhere; an invalid one is skipped and named in the log")
  func patterns() {
    let configuration = configuration(#"{"rules":[{"patterns":["(","/new"],"properties":{"x":1}}]}"#)
    #expect(configuration["/books/new/7"] == ["x": 1])
    #expect(configuration["/("] == [:])
    #expect(log.lines.count == 1)
    #expect(log.lines[0].contains("pattern=("))
  }

  @Test("R31: a pattern whose matching takes too long is skipped from then on and named in the log, once")
  func slowPatterns() throws {
    let configuration = rules([("(a+)+$", #"{"slow":true}"#), ("^/a", #"{"x":1}"#)])
    let path = "/" + String(repeating: "a", count: 60) + "!"
    #expect(configuration["/aa"] == ["slow": true, "x": 1])
    #expect(configuration[path] == ["x": 1])
    #expect(configuration[path] == ["x": 1])
    #expect(configuration["/aa"] == ["x": 1])
    #expect(log.lines.count == 1)
    #expect(log.lines[0].contains("pattern=(a+)+$"))
    let url = try #require(URL(string: "https://host.example/aa"))
    #expect(configuration.check([url]).problems.contains("Rule 0: matching \"(a+)+$\" takes too long."))
    // Slow, but not too slow: a long query, and a pattern that begins anywhere.
    let long = rules([("/new$", "{}"), (".*foo.*bar", "{}"), ("^/", #"{"x":1}"#)])
    #expect(long["/?" + String(repeating: "x", count: 1000)] == ["x": 1])
    #expect(log.lines.count == 1)
  }

  @Test("R31: after ten such patterns, each further one gets less time")
  func manySlowPatterns() {
    let refused = RefusedPatterns()
    #expect(refused.progressLimit(for: 7) == 107)
    for number in 0..<10 { refused.insert("\(number)") }
    refused.insert("0")
    #expect(refused.progressLimit(for: 7) == 9)
    #expect(refused.takeUnreported().count == 10)
    #expect(refused.takeUnreported().isEmpty)
  }

  @Test("R32: the subject is the encoded path with its slash; an empty path is /")
  func subjects() throws {
    let configuration = rules([
      ("^/$", #"{"root":true}"#), ("/a%20b/$", #"{"slash":true}"#), ("q=1", #"{"query":true}"#),
    ])
    func properties(_ url: String) throws -> PathProperties { configuration[try #require(URL(string: url))] }
    #expect(try properties("https://host.example") == ["root": true])
    #expect(try properties("https://host.example/a%20b/") == ["slash": true])
    #expect(try properties("https://host.example/a%20b") == [:])
    #expect(try properties("https://host.example/x?q=1#q=2") == ["query": true])
    #expect(try properties("https://host.example/?q=1") == ["query": true])
    configuration.matchQueryStrings = false
    #expect(try properties("https://host.example/x?q=1") == [:])
    #expect(try properties("https://host.example/?q=1") == ["root": true])
    #expect(configuration["/?q=1"] == ["root": true])
  }

  @Test("R23: historical locations are always there and cannot be overridden")
  func historical() {
    let configuration = rules([(".", #"{"presentation":"replace","context":"modal"}"#)])
    let recede = configuration["/recede_historical_location"]
    #expect((recede.presentation, recede.context) == (.pop, .default))
    #expect(recede.historicalLocation)
    #expect(configuration["/app/resume_historical_location?x=1"].presentation == .none)
    #expect(configuration["/refresh_historical_location"].presentation == .refresh)
    #expect(!configuration["/books?next=/recede_historical_location"].historicalLocation)
  }

  @Test("R34: known properties have defaults for a missing, wrong or unknown value; others reach the program")
  func properties() {
    for properties in [[:], ["context": 1, "presentation": "up", "animated": "no", "modal_style": true]]
      as [PathProperties]
    {
      #expect((properties.context, properties.presentation) == (.default, .default))
      #expect((properties.modalStyle, properties.queryStringPresentation) == (.large, .default))
      #expect(properties.pullToRefreshEnabled && properties.modalDismissGestureEnabled && properties.animated)
      #expect(properties.viewController == "web" && !properties.historicalLocation)
    }
    let properties: PathProperties = [
      "context": "modal", "presentation": "clear_all", "modal_style": "form_sheet",
      "query_string_presentation": "replace", "pull_to_refresh_enabled": false, "modal_dismiss_gesture_enabled": false,
      "animated": false, "view_controller": "numbers", "uri": "turbo://fragment/web",
    ]
    #expect((properties.context, properties.presentation) == (.modal, .clearAll))
    #expect((properties.modalStyle, properties.queryStringPresentation) == (.formSheet, .replace))
    #expect(!properties.pullToRefreshEnabled && !properties.modalDismissGestureEnabled && !properties.animated)
    #expect(properties.viewController == "numbers")
    #expect(properties["uri"]?.string == "turbo://fragment/web")
    #expect(["presentation": "push"].presentation == .default)
  }

  @Test("R35: subscripts by path and URL; true, 1 and nested values survive")
  func values() throws {
    let configuration = rules([("/", #"{"a":true,"b":1,"c":1.5,"d":{"e":[null,"f",{"g":false}]}}"#)])
    let expected: PathProperties = ["a": true, "b": 1, "c": 1.5, "d": ["e": [nil, "f", ["g": false]]]]
    #expect(configuration["/x"] == expected)
    #expect(configuration[try #require(URL(string: "http://host.example/x"))] == expected)
    #expect(configuration["/x"]["a"]?.int == nil && configuration["/x"]["b"]?.bool == nil)
  }

  @Test("a check lists the rules of each URL, and names what is wrong")
  func check() throws {
    let configuration = rules([
      ("/books", #"{"context":"modal"}"#), ("/unused", #"{}"#), ("/books/new", #"{"presentation":"up"}"#),
      ("(", #"{"view_controller":"map"}"#),
    ])
    let url = try #require(URL(string: "https://host.example/books/new"))
    let check = configuration.check([url], viewControllers: ["numbers"])
    #expect(check.entries.map(\.rules) == [[0, 2]])
    #expect(
      check.problems == [
        "Rule 1 matches none of the URLs.",
        "Rule 2: presentation is none of default, pop, replace, refresh, clear_all, replace_root, none, push; "
          + "its default applies.",
        "Rule 3: \"(\" is no regular expression.", "Rule 3 matches none of the URLs.",
        "Rule 3: there is no view controller \"map\".",
      ])
    #expect("\(check)".contains("https://host.example/books/new: rules 0, 2 context=\"modal\" presentation=\"up\""))
    #expect(rules([("/books", "{}")]).check([url], viewControllers: []).problems.isEmpty)
  }
}
