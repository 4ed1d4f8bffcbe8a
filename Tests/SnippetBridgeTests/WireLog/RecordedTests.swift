import ArgumentParser
import DSBridge
import Foundation
import Logging
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetBridge

/// A server that records.
enum Recorded {
  /// Runs a server that records, and returns the lines of the recording.
  @discardableResult
  static func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
  ) async throws -> [String] {
    let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await TestServer.run(
      configure: {
        $0.recordingFile = path
        configure(&$0)
      }, body)
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

/// The option `--record`.
@Suite(.timeLimit(.minutes(5))) struct RecordedTests {
  @Test func whatPageAndSwiftSay() async throws {
    let lines = try await Recorded.run { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      #expect(try await page.ask("addingOne", 1, as: Int.self).value() == 2)
      await page.close()
    }
    #expect(lines.first?.hasPrefix("{\"version\":1,\"program\":\"") == true)
    #expect(lines[1].hasPrefix("{\"interfaces\":{"))
    #expect(lines[1].contains("\"addingOne\":\"(input: number): Promise<number>\""))
    let rest = lines.dropFirst(2).map { $0.replacing(/^{"t":[0-9.]+,/, with: "{") }
    #expect(rest.first?.hasPrefix("{\"page\":1,\"tab\":1,\"opened\":{\"url\":\"http://127.0.0.1:") == true)
    let ask = try #require(rest.firstIndex { $0.contains(" addingOne 1\"}") })
    #expect(rest[ask].hasPrefix("{\"page\":1,\"from\":\"page\",\"line\":\"ask "))
    #expect(rest.contains { $0.wholeMatch(of: /{"page":1,"from":"swift","line":"reply [0-9]+ 42"}/) != nil })
    #expect(!rest.contains { $0.contains("\"line\":\"ack") || $0.contains("\"line\":\"message") })
  }

  @Test func linesAreWrittenDuringTheSession() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await TestServer.run(configure: { $0.recordingFile = path }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      let start = ContinuousClock.now
      while try !String(contentsOfFile: path, encoding: .utf8).contains(" 42\"}") {
        guard ContinuousClock.now - start < .seconds(20) else {
          Issue.record("the answer was not written")
          break
        }
        await Task.yield()
      }
      await page.close()
    }
  }

  @Test func secretsAreMasked() async throws {
    let lines = try await Recorded.run(configure: {
      $0.token = AccessToken("the-token-of-the-server")
      $0.maskedNames = ["room"]
    }) { test async throws in
      let page = try await TestPage.open(test.url, access: PageAccess(token: "the-token-of-the-server"))
      _ = try? await page.callText("unknown", #"{"password":"hunter2","room":"12b","text":"the-token-of-the-server"}"#)
      await page.close()
    }
    let text = lines.joined()
    #expect(text.contains("•••"))
    for secret in ["hunter2", "12b", "the-token-of-the-server", "\"key\"", "ticket"] { #expect(!text.contains(secret)) }
  }

  @Test func aPathThatCannotBeWrittenEndsTheStart() async throws {
    let server = try BridgeServer(
      configuration: {
        var configuration = BridgeConfiguration(port: 0)
        configuration.recordingFile = "/nowhere/a.jsonl"
        return configuration
      }()
    ) { _ in }
    let error = await #expect(throws: BridgeServerError.self) { try await server.run() }
    #expect(error?.description == "Cannot write the recording to /nowhere/a.jsonl: No such file or directory.")
  }

  @Test func aFullDiskIsLoggedOnce() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = LogRecorder()
    let log = WireLog()
    let tap = log.tap(ofWebView: "a")
    let document = try #require(DocumentID(String(repeating: "a", count: 32)))
    let file = try RecordingFile(path: path, maximumSize: 300)
    let written = try WireRecorder(of: log, to: file, at: path, logger: recorder.logger)
    for number in 1...50 {
      tap.arrived(Array("ask \(number) a \"\(String(repeating: "x", count: 40))\"".utf8), of: document)
    }
    await written.end()
    #expect(recorder.lines.count == 1)
    #expect(recorder.lines.first?.hasPrefix("the recording is incomplete: its file cannot be written") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("}\n{\"lost\":50}\n"))
  }

  @Test func theOptions() throws {
    let configuration = try BridgeOptions.parse(["--record", "a.jsonl", "--mask", "room", "--mask", "seat"])
      .configuration()
    #expect(configuration.recordingFile == "a.jsonl")
    #expect(configuration.maskedNames == ["room", "seat"])
    #expect(try BridgeOptions.parse([]).configuration().recordingFile == nil)
  }
}
