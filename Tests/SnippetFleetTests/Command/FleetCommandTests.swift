import ArgumentParser
import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetBridgeFleetCommand
@testable import SnippetFleet

/// The commands of `snippet-bridge fleet`, in memory and with Redis.
@Suite(.timeLimit(.minutes(5)))
struct FleetCommandTests {
  /// Runs a command, and returns its output or its error.
  private func run(_ words: [String], environment: [String: String] = [:]) async -> [String] {
    let lines = Mutex<[String]>([])
    do {
      let command = try #require(try FleetCommand.parseAsRoot(words) as? any FleetSubcommand)
      try await command.run(environment: environment) { line in lines.withLock { $0.append(line) } }
    } catch {
      lines.withLock { $0.append("Error: \(FleetCommand.message(for: error))") }
    }
    return lines.withLock { $0 }
  }

  @Test func `the fleet is named by the first words or by variables`() throws {
    let variables = [FleetChoice.addressVariable: "redis://a", FleetChoice.nameVariable: "lakeside"]
    let choice = try FleetChoice(["till 3", "ring"], environment: variables)
    #expect(choice.address == "redis://a" && choice.name == "lakeside" && choice.rest == ["till 3", "ring"])
    let other = try FleetChoice(["rediss://b:1", "shop", "ring"], environment: variables)
    #expect(other.address == "rediss://b:1" && other.name == "shop" && other.rest == ["ring"])
  }

  @Test func `errors are one line without passwords`() async {
    let unknown = await run(["list"])
    #expect(unknown.count == 1 && unknown[0].contains("SNIPPETBRIDGE_REDIS"), "\(unknown)")
    let nameless = await run(["list", "redis://user:secret@localhost"])
    #expect(nameless.count == 1 && nameless[0].contains("redis://…@localhost lakeside"), "\(nameless)")
    for words in [["call", "till 3"], ["call", "--group", "lobby"], ["list", "word"]] {
      let lines = await run(
        words, environment: [FleetChoice.addressVariable: "redis://127.0.0.1:1", FleetChoice.nameVariable: "a"])
      #expect(lines.count == 1 && lines[0].hasPrefix("Error: ") && !lines[0].contains("\n"), "\(lines)")
    }
  }

  @Test func `arguments are JSON or text`() throws {
    let values = ["3", "true", "\"3\"", "null", "{\"a\":[1]}", "ring", "till 3", ""].map(Call.value)
    #expect(try JSONSerializer().encode(any: values).description == #"[3,true,"3",null,{"a":[1]},"ring","till 3",""]"#)
  }

  @Test func `a table shows no control characters`() {
    var row = Row(id: "1")
    row.name = "till \u{1B}[31m\n3"
    let table = Row.table([row])
    #expect(table.split(separator: "\n").count == 2)
    #expect(table.contains("till \u{FFFD}[31m\u{FFFD}3"), "\(table)")
    #expect(row.json().contains(#""name":"till \u001b[31m\n3""#), "\(row.json())")
    #expect(Row.table([]) == "The fleet has no pages.")
  }

  @Test func `the commands list, call and watch`() async throws {
    let redis = try RedisServer()
    let server = try await FleetServer(redis) { webView in
      webView.name = "till 3"
      webView.join("lobby")
    }
    let page = try await server.open()
    await page.register("showPrice") { try $0.decode(Int.self, at: 0) }
    await page.register("ring") { _ in nil }
    try await eventually { try await server.fleet.webView(named: "till 3") != nil }
    let variables = [FleetChoice.addressVariable: redis.url, FleetChoice.nameVariable: "test"]

    #expect(await run(["call", "till 3", "showPrice", "3"], environment: variables) == ["3"])
    #expect(await run(["call", redis.url, "test", "till 3", "ring"]) == ["null"])
    #expect(await run(["call", "--group", "lobby", "ring"], environment: variables) == ["1 pages of 1 servers"])
    #expect(
      await run(["call", "--group", "lobby", "ring", "--json"], environment: variables) == [
        #"{"pages":1,"servers":1}"#
      ])
    let missing = await run(["call", "till 4", "ring"], environment: variables)
    #expect(missing.count == 1 && missing[0].contains("snippet-bridge fleet list"), "\(missing)")
    let listed = await run(["list"], environment: variables).joined()
    #expect(listed.contains("till 3") && listed.contains("lobby"), "\(listed)")
    let json = await run(["list", "--json"], environment: variables)
    #expect(json.count == 1 && json[0].contains(#""groups":["lobby"]"#), "\(json)")

    let (lines, line) = AsyncStream<String>.makeStream()
    let watching = Task {
      let command = try #require(try FleetCommand.parseAsRoot(["watch"]) as? any FleetSubcommand)
      try await command.run(environment: variables) { line.yield($0) }
    }
    for await line in lines where line.hasPrefix("joined  till 3") { break }
    await page.close()
    server.server.webViews.first?.close()
    for await line in lines where line.hasPrefix("left    till 3") { break }
    watching.cancel()
    _ = await watching.result
    await server.stop()
  }
}
