import DemoServer
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// A session with the demo in Chromium, which was recorded with `Demo --record`: blocking calls, callbacks, a promise,
/// a sequence, a call of the page, navigations, another page and back.
@Suite(.timeLimit(.minutes(5))) struct DemoRecordingTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Recordings/demo.jsonl")
  private static let root = URL(filePath: #filePath).appending(path: "../../../../../public/snippets").standardized

  private func replay(
    _ change: (String) -> String = { $0 }, ignoring: [String] = ["heartbeat.beat"],
    timeLimit: Duration = .seconds(20)
  ) async throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let changed = change(text)
    var logger = Logger(label: "demo")
    logger.logLevel = .critical
    let (server, downloads) = try DemoServer.make(
      BridgeConfiguration(port: 0, root: Self.root.path(percentEncoded: false), loops: 2, logger: logger))
    defer { downloads.removeFiles() }
    try await server.run {
      try await Recording(Data(changed.utf8), name: "demo.jsonl").replay(
        on: server, ignoring: ignoring, timeLimit: timeLimit)
    }
  }

  @Test func theDemoAnswersAsRecorded() async throws { try await replay() }

  @Test func aBrokenCopyFailsAtItsLines() async throws {
    let changes = [
      ("reply 16 70.7", "reply 16 71", ":30: thermometer.fahrenheit answered 70.7, recorded: 71"),
      (
        "reply 11 \\\"Walter White\\\"", "reply 11 null",
        ":18: school.getName answered \"Walter White\", recorded: null"
      ),
      (
        "belowAbsoluteZero\\\",\\\"method", "tooCold\\\",\\\"method",
        ":32: thermometer.fahrenheit failed with \"belowAbsoluteZero\" at .code, recorded: \"tooCold\""
      ),
      ("callback dscb3 more 3", "callback dscb3 more 30", ":25: asyncFunction answered 3, recorded: 30"),
      (
        "\\\"title\\\":\\\"Settings\\\"", "\\\"title\\\":\\\"Set\\\"",
        ":51: showNative was called with \"Settings\" at [1].title, recorded: \"Set\""
      ),
    ]
    let error = await #expect(throws: ReplayError.self) {
      try await replay { text in
        changes.reduce(text) { text, change in
          #expect(text.contains(change.0))
          return text.replacing(change.0, with: change.1)
        }
      }
    }
    let lines = error?.description.split(separator: "\n").map(String.init) ?? []
    #expect(Set(lines) == Set(changes.map { "demo.jsonl\($0.2)" }))
    #expect(lines.first == "demo.jsonl:18: school.getName answered \"Walter White\", recorded: null")
  }

  @Test func aCallThatSwiftDoesNotMake() async throws {
    let error = await #expect(throws: ReplayError.self) {
      try await replay({ $0.replacing("invoke 1 addValue", with: "invoke 1 subtractValue") }, timeLimit: .seconds(3))
    }
    let lines = error?.description.split(separator: "\n").map(String.init) ?? []
    #expect(lines.first == "demo.jsonl:45: Swift did not call subtractValue")
    #expect(lines.last == "demo.jsonl: Swift called addValue with [3,4], which the recording does not contain")
  }

  @Test func aFunctionThatTheProgramDoesNotHave() async throws {
    let error = await #expect(throws: RecordingError.self) {
      try await replay { $0.replacing("addingOne", with: "addingTwo") }
    }
    #expect(
      error?.description
        == "demo.jsonl:13 calls addingTwo(input: number): Promise<number>; this program has no addingTwo.")
  }

  @Test func aFunctionOfAnotherType() async throws {
    let error = await #expect(throws: RecordingError.self) {
      try await replay {
        $0.replacing(#""addingOne":"(input: number)"#, with: #""addingOne":"(input: string)"#)
      }
    }
    #expect(
      error?.description
        == "demo.jsonl:13 calls addingOne(input: string): Promise<number>; "
        + "in this program it is addingOne(input: number): Promise<number>.")
  }
}
