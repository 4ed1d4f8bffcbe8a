import ArgumentParser
import DSBridge
import Foundation
import SnippetFleet

/// The command that calls a function of a page, or of all pages of a group.
struct Call: FleetSubcommand {
  static let configuration = CommandConfiguration(
    abstract: "Calls a function of a page, or of all pages of a group.",
    discussion: """
      Arguments are JSON: 3, true, '{"a":1}'. Any other text is a string. Write -- before arguments that begin with -.

      Examples:
        snippet-bridge fleet call redis://127.0.0.1:6379 lakeside "till 3" showPrice 3
        snippet-bridge fleet call --group lobby ring
      """)

  @Argument(help: "The address of Redis and the fleet's name; the page's name; the function; its arguments.")
  var words: [String] = []

  @Option(help: "Call the function of all pages of this group instead of one page.")
  var group: String?

  @Option(help: "The time limit, in seconds.")
  var within = 10.0

  @Flag(help: "Print the reach of a group's call as JSON. The result of a page is always JSON.")
  var json = false

  func validate() throws {
    guard within > 0, within <= 86_400 else { throw ValidationError("--within must be above 0 and at most 86400.") }
  }

  func run(environment: [String: String], output: (String) -> Void) async throws {
    let choice = try FleetChoice(words, environment: environment)
    let words = choice.rest
    let place = group == nil ? 1 : 0
    guard words.count > place else {
      throw FleetCommandError(
        group == nil
          ? "Write the page's name and the function: snippet-bridge fleet call \"till 3\" showPrice 3"
          : "Write the function: snippet-bridge fleet call --group lobby ring")
    }
    let function = words[place]
    let limit = Duration.seconds(within)
    try await choice.run { fleet in
      let arguments = words.dropFirst(place + 1).map(Self.value)
      if let group {
        let reach = try await fleet.group(group).call(function, with: arguments, within: limit)
        return output(
          json
            ? "{\"pages\":\(reach.pages),\"servers\":\(reach.servers)}"
            : "\(reach.pages) pages of \(reach.servers) servers")
      }
      guard let webView = try await fleet.webView(named: words[0]) else {
        throw FleetCommandError("No page has the name \"\(words[0])\". To see the names: snippet-bridge fleet list")
      }
      output(try await webView.call(function, with: arguments, returning: JSON.self, within: limit).description)
    }
  }

  /// Returns the value of an argument: JSON, or else the text itself.
  static func value(_ text: String) -> Any {
    guard let value = try? JSONSerializer().decodeAny(from: JSON(text)) else { return text == "null" ? NSNull() : text }
    return value
  }
}
