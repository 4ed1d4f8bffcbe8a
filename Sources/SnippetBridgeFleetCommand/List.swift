import ArgumentParser
import Foundation
import SnippetFleet

/// The command that lists the web views of a fleet.
struct List: FleetSubcommand {
  static let configuration = CommandConfiguration(abstract: "Lists the pages of all servers.")

  @Argument(help: "The address of Redis and the fleet's name.")
  var fleet: [String] = []

  @Flag(help: "Print a line of JSON for each page.")
  var json = false

  func run(environment: [String: String], output: (String) -> Void) async throws {
    try await FleetChoice(only: fleet, environment: environment).run { fleet in
      var rows: [Row] = []
      for try await part in fleet.webViews.pages() {
        let part = part.map(Row.init)
        if json { for row in part { output(row.json()) } } else { rows += part }
      }
      if !json { output(Row.table(rows)) }
    }
  }
}

/// The command that prints the changes of the list.
struct Watch: FleetSubcommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the pages of all servers, and then each change, until Ctrl-C.")

  @Argument(help: "The address of Redis and the fleet's name.")
  var fleet: [String] = []

  @Flag(help: "Print a line of JSON for each change.")
  var json = false

  func run(environment: [String: String], output: (String) -> Void) async throws {
    try await FleetChoice(only: fleet, environment: environment).run { fleet in
      var known: [String: Row] = [:]
      for await change in fleet.webViews.changes {
        let (verb, row): (String, Row)
        switch change {
        case .joined(let webView): (verb, row) = ("joined", Row(webView))
        case .changed(let webView): (verb, row) = ("changed", Row(webView))
        case .left(let id): (verb, row) = ("left", known[id] ?? Row(id: id))
        @unknown default: continue
        }
        known[row.id] = verb == "left" ? nil : row
        output(json ? row.json(change: verb) : "\(verb.padding(toLength: 8, withPad: " ", startingAt: 0))\(row.line)")
      }
    }
  }
}

extension FleetChoice {
  /// Finds the fleet like ``init(_:environment:)``. Throws if other words follow.
  fileprivate init(only words: [String], environment: [String: String]) throws(FleetCommandError) {
    try self.init(words, environment: environment)
    guard let word = rest.first else { return }
    throw FleetCommandError(
      "\"\(word)\" is unexpected here. Only the address of Redis and the fleet's name can follow.")
  }
}
