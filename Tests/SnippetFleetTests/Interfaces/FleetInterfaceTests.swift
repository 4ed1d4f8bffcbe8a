import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct FleetInterfaceTests {
  enum PrinterError: String, CodedError {
    case outOfPaper
  }

  /// A class that is not `Sendable`.
  @Exposed final class Printer {
    private var count = 0

    /// Prints a text.
    func print(_ text: String) throws -> Int {
      guard text != "" else { throw PrinterError.outOfPaper }
      count += 1
      return count
    }

    nonisolated(nonsending) func slow(_ text: String) async -> String {
      await Task.yield()
      return text + "!"
    }

    func progress(_ steps: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
      for step in 1...steps { completion(step, step == steps) }
    }

    func pages(_ count: Int) -> AsyncStream<Int> {
      read.withLock { $0 = 0 }
      return AsyncStream {
        read.withLock { page in
          guard page < count else { return nil }
          page += 1
          return page
        }
      }
    }

    nonisolated(nonsending) func hang() async throws -> Int {
      hanging.yield()
      try await Task.sleep(for: .seconds(1_000))
      return 0
    }
  }

  private func withPrinter(_ test: (TestPage, FleetServer, FleetServer) async throws -> Void) async throws {
    let redis = try RedisServer()
    let provider = try await FleetServer(redis)
    try await provider.fleet.serve(Printer(), by: "printer")
    try await eventually { try await redis.run("EXISTS", "sb:{test}:offers:printer") == .integer(1) }
    let holder = Mutex<Fleet?>(nil)
    let server = try await FleetServer(redis) { webView in
      guard let fleet = holder.withLock({ $0 }) else { return }
      webView.addInterface(fleet.interface("printer"), by: "printer")
    }
    holder.withLock { $0 = server.fleet }
    let page = try await server.open()
    try await eventually { server.fleet.node.state.withLock { !$0.offers.functions(of: "printer").isEmpty } }
    try await test(page, server, provider)
    await page.close()
    await server.stop()
    await provider.stop()
  }

  @Test func `a sequence of a provider that is not known yet arrives completely`() async throws {
    try await withPrinter { page, server, _ async throws in
      server.fleet.node.state.withLock { $0.offers.set("printer", to: []) }
      var pages: [Int] = []
      for try await number in try await page.post("printer.pages", 500, as: Int.self) { pages.append(number) }
      #expect(pages == Array(1...500))
    }
  }

  @Exposed final class Lift {
    let called: Signal<Void>
    let gate: Gate

    init(_ called: Signal<Void>, _ gate: Gate) { (self.called, self.gate) = (called, gate) }

    nonisolated(nonsending) func rise() async -> Int {
      called.send()
      await gate.wait()
      return 7
    }
  }

  @Test func `a page's running call to another process finishes while its server stops`() async throws {
    try await withPrinter { page, server, provider async throws in
      let (called, gate) = (Signal<Void>(), Gate())
      try await provider.fleet.serve(Lift(called, gate), by: "lift")
      server.server.webViews.first?.addInterface(server.fleet.interface("lift"), by: "lift")
      let call = Task { try await page.call("lift.rise", as: Int.self) }
      await called.value()
      let stopping = Task { await server.stop() }
      try await eventually { server.server.isShuttingDown }
      gate.open()
      #expect(try await call.value == 7)
      await stopping.value
    }
  }

  @Test func `a page calls a function of another process`() async throws {
    try await withPrinter { page, _, _ async throws in
      #expect(try await page.call("printer.print", "a") == 1)
      #expect(try await page.ask("printer.print", "b", as: Int.self).value() == 2)
      #expect(try await page.call("printer.slow", "c") == "c!")
      let failure = await #expect(throws: CallFailure.self) { try await page.call("printer.print", "", as: Int.self) }
      #expect(failure?.code == "outOfPaper", "\(String(describing: failure))")
      let unknown = await #expect(throws: CallFailure.self) { try await page.call("printer.prnt", "", as: Int.self) }
      #expect(unknown?.kind == "noSuchMethod")
      let argument = await #expect(throws: CallFailure.self) { try await page.call("printer.print", 5, as: Int.self) }
      #expect(argument?.kind == "argument")
    }
  }

  @Test func `callbacks and sequences pass on all values in order`() async throws {
    try await withPrinter { page, _, _ async throws in
      var steps: [Int] = []
      for try await step in try await page.post("printer.progress", 5, as: Int.self) { steps.append(step) }
      #expect(steps == [1, 2, 3, 4, 5])
      var pages: [Int] = []
      for try await page in try await page.ask("printer.pages", 500, as: Int.self).values { pages.append(page) }
      #expect(pages == Array(1...500))
    }
  }

  @Test func `a cancelled call ends the function`() async throws {
    try await withPrinter { page, _, provider async throws in
      let call = try await page.ask("printer.pages", 1_000_000_000, as: Int.self)
      for try await value in call.values where value > 100 { break }
      await page.cancel(call)
      try await eventually { provider.fleet.node.state.withLock { $0.received.count } == 0 }
    }
  }

  @Test func `a sequence waits for a page that reads slowly`() async throws {
    try await withPrinter { page, server, _ async throws in
      let values = Mutex(0)
      let responder = Responder(serializer: JSONSerializer(), pause: { _ in await untilCancelled() }) { _, _ in
        values.withLock { $0 += 1 }
      }
      let node = server.fleet.node
      let reading = Task { try await node.stream("printer", "pages", label: nil, "100000", to: responder) }
      try await eventually { values.withLock { $0 } == FlowWindow.size / 2 }
      for _ in 0..<50 { _ = try await page.call("printer.print", "a", as: Int.self) }
      // The sequence has paused, although the provider has had time for other calls.
      #expect(read.withLock { $0 } <= 2 * FlowWindow.size)
      reading.cancel()
      _ = await reading.result
    }
  }

  @Test func `the death of a provider interrupts its calls`() async throws {
    try await withPrinter { page, _, provider async throws in
      let call = try await page.ask("printer.hang", as: Int.self)
      for await _ in hangs { break }
      await provider.die()
      let failure = await #expect(throws: CallFailure.self) { try await call.value() }
      #expect(failure?.kind == "interrupted")
      let none = await #expect(throws: CallFailure.self) { try await page.call("printer.print", "a", as: Int.self) }
      #expect(none?.kind == "notFound")
    }
  }

  @Test func `the declarations contain the functions of another process`() async throws {
    try await withPrinter { _, server, _ async throws in
      let webView = try #require(server.server.webViews.first)
      let text = await webView.typeScriptDeclarations()
      #expect(text.contains("print(text: string, options?: NativeCallOptions): Promise<number>;"), "\(text)")
      #expect(text.contains("pages(count: number, options?: NativeCallOptions): NativeAnswer<number>;"), "\(text)")
      #expect(text.contains("Prints a text."))
    }
  }

  @Test func `providers share the calls, and a label chooses one`() async throws {
    let redis = try RedisServer()
    let fleets = [try await FleetServer(redis), try await FleetServer(redis), try await FleetServer(redis)]
    try await fleets[0].fleet.serve(Named("a"), by: "named", label: "shop 1")
    try await fleets[1].fleet.serve(Named("b"), by: "named", label: "shop 2")
    try await eventually { try await redis.run("HLEN", "sb:{test}:offers:named") == .integer(2) }
    let node = fleets[2].fleet.node
    var names: Set<String> = []
    for _ in 0..<4 { names.insert("\(try await node.invoke("named", "name", label: nil, "null") ?? "")") }
    #expect(names == [#""a""#, #""b""#])
    for _ in 0..<3 { #expect(try await node.invoke("named", "name", label: "shop 2", "null") == #""b""#) }
    // A provider that cannot be reached is passed over.
    await fleets[0].stop()
    for _ in 0..<3 { #expect(try await node.invoke("named", "name", label: nil, "null") == #""b""#) }
    let error = await #expect(throws: BridgeError.self) {
      try await node.invoke("named", "name", label: "shop 1", "null")
    }
    #expect(error?.code == .notFound)
    await fleets[1].stop()
    await fleets[2].stop()
  }

  @Exposed struct Named {
    private let text: String
    init(_ text: String) { self.text = text }
    func name() -> String { text }
  }
}

private let read = Mutex(0)
private let (hangs, hanging) = AsyncStream<Void>.makeStream()
