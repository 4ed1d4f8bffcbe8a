import DSBridge
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// A session of test pages that is recorded and then replayed against the same program.
@Suite(.timeLimit(.minutes(5))) struct ReplayTests {
  @Exposed
  struct Vault {
    enum Fault: String, CodedError { case wrongPassword }

    func login(name: String, password: String) throws -> String {
      guard password == "opensesame" else { throw Fault.wrongPassword }
      return "Welcome, \(name)."
    }

    func setPin(_ pin: Int) -> Bool { pin == 1234 }

    func now() -> Double { Date.now.timeIntervalSince1970 }
  }

  @Exposed
  final class Room {
    private let server: BridgeServer

    init(_ server: BridgeServer) { self.server = server }

    /// Asks all pages, and returns their answers.
    func ask(question: String, completion: @escaping @Sendable ([String]) -> Void) {
      let webViews = server.webViews
      Task {
        var answers: [String] = []
        for webView in webViews {
          answers.append((try? await webView.call("answer", with: [question], returning: String.self)) ?? "nothing")
        }
        completion(answers)
      }
    }
  }

  private func withServer(recordingTo path: String? = nil, _ body: (BridgeServer) async throws -> Void) async throws {
    try await TestServer.run(configure: { $0.recordingFile = path }) { test async throws in
      try await body(test.server)
    } making: { configuration, _ in
      try BridgeServer(configuration: configuration) { webView, server in
        webView.addInterface(Vault(), by: "vault")
        webView.addInterface(Room(server), by: "room")
      }
    }
  }

  private func record() async throws -> Data {
    let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withServer(recordingTo: path) { server async throws in
      let first = try await TestPage.open(try await server.url())
      let second = try await TestPage.open(try await server.url(), cookie: await first.sessionCookie)
      for (page, answer) in [(first, "yes"), (second, "no")] { await page.register("answer") { _ in answer } }
      let welcome = try await first.call("vault.login", ["name": "Jun", "password": "opensesame"], as: String.self)
      #expect(welcome == "Welcome, Jun.")
      await #expect(throws: CallFailure.self) {
        try await first.call("vault.login", ["name": "Jun", "password": "x"], as: String.self)
      }
      #expect(try await second.ask("vault.setPin", 1234, as: Bool.self).value())
      _ = try await second.call("vault.now", as: Double.self)
      #expect(try await first.post("room.ask", "Ready?", as: [String].self).next() == ["yes", "no"])
      await second.register("answer") { _ in "later" }
      try await first.navigate()
      await first.register("answer") { _ in throw PageException(message: "busy") }
      #expect(try await second.post("room.ask", "Now?", as: [String].self).next() == ["nothing", "later"])
      await second.close()
      await first.close()
    }
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test func theSameProgramAnswersAsRecorded() async throws {
    let recorded = try await record()
    #expect(!String(decoding: recorded, as: UTF8.self).contains("opensesame"))
    let recording = try Recording(recorded, name: "vault.jsonl")
    try await withServer { server async throws in
      let right: [String: any Encodable & Sendable] = ["password": "opensesame", "vault.setPin": 1234]
      let error = await #expect(throws: ReplayError.self) {
        try await recording.replay(on: server, ignoring: ["vault.now"], secrets: right)
      }
      // The second login used another password, and a secret has one value.
      #expect(
        error?.description.contains("vault.login answered \"Welcome, Jun.\", recorded: vault.login failed") == true)
      #expect(error?.description.contains("\n") == false)
    }
    try await withServer { server async throws in
      try await recording.replay(
        on: server, ignoring: ["vault.*"], secrets: ["password": "x"])
    }
  }

  @Test func timesMustBeIgnored() async throws {
    let recording = try Recording(try await record(), name: "vault.jsonl")
    try await withServer { server async throws in
      let error = await #expect(throws: ReplayError.self) {
        try await recording.replay(on: server, ignoring: ["vault.login", "vault.setPin"])
      }
      #expect(
        error?.description.firstMatch(of: /^vault\.jsonl:\d+: vault\.now answered [0-9.]+, recorded: [0-9.]+$/) != nil)
    }
  }
}
