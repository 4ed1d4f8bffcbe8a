import DSBridge
import DSBridgeLocks
import Foundation
@testable import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetFleet

/// Checks that the guide's Swift code is contained in the file of this folder, so that it compiles. Runs that code.
@Suite(.timeLimit(.minutes(5)))
struct GuideTests {
  @Test func `the code compiles`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "../../../docs/guides/fleet.md"), encoding: .utf8)
    let code = try String(contentsOf: folder.appending(path: "Fleet.swift"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(blocks.count == 6)
    for block in blocks { #expect(code.contains(block), "\(block)") }
  }

  @Test func `the programs work together`() async throws {
    let redis = try RedisServer()
    let folder = FileManager.default.temporaryDirectory.appending(path: "FleetGuide-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try kioskServer(redis: redis.url, address: "http://127.0.0.1:1", port: 0, root: folder.path)
    let fleets = server.companionServices.withLock { $0 }.compactMap { $0 as? Fleet }
    let fleet = try #require(fleets.first)
    let running = [Task { try await server.run() }, Task { try await fleet.run() }]
    let serving = Task { try await servePrinter(redis: redis.url) }
    try await fleet.connected()
    let page = try await TestPage.open(try await server.url())
    await page.register("showPrice") { try $0.decode(Int.self, at: 0) }
    let rung = Signal<Void>()
    await page.register("ring") { _ in
      rung.send()
      return nil
    }
    _ = try await fleet.firstWebView(named: "till 3")
    try await ringKiosk(redis: redis.url)
    await rung.value()
    await page.registerAsynchronous("watchScale") { _, responder in
      for weight in [1.0, 20.0] { responder(weight, isLast: false) }
    }
    try await watchTill(fleet)
    try await list(fleet)
    try await eventually { try await redis.run("EXISTS", "sb:{lakeside}:offers:printer") == .integer(1) }
    let printing = try printingServer(fleet, root: folder.path)
    try await printing.run {
      let page = try await TestPage.open(try await printing.url())
      #expect(try await page.call("printer.print", "hello") == 1)
      await page.close()
    }
    await page.close()
    for task in running + [serving] {
      task.cancel()
      _ = await task.result
    }
  }
}
