import Foundation
import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridgeTesting

/// The reading of recordings.
@Suite(.timeLimit(.minutes(5))) struct RecordingTests {
  private static let start = "{\"version\":1,\"program\":\"Till\"}\n"
  private static let opened = #"{"page":1,"tab":1,"opened":{"url":"http://a/"}}"# + "\n"
  private static let call = #"{"t":0.1,"page":1,"from":"page","line":"ask 1 a null"}"# + "\n"

  private func error(_ text: String) -> String? {
    do {
      _ = try Recording(Data(text.utf8), name: "till.jsonl")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aWholeRecording() throws {
    let opened = #"{"page":1,"tab":3,"opened":{"url":"http://a/","iframe":"screen"},"further":[1]}"# + "\n"
    let text = Self.start + "{\"interfaces\":{\"a\":\"(): Promise<number>\"}}\n" + opened + Self.call + "{\"new\":1}\n"
    let recording = try Recording(Data(text.utf8), name: "till.jsonl")
    #expect(recording.interfaces == ["a": "(): Promise<number>"])
    #expect(recording.steps.map(\.line) == [3, 4])
    #expect(recording.steps.map(\.page) == [1, 1])
    guard case .fromPage(let wire) = recording.steps[1].content else {
      Issue.record("\(recording.steps[1])")
      return
    }
    #expect(wire == WireLine(verb: "ask", number: 1, name: "a", json: "null"))
  }

  @Test(arguments: [
    ("", "till.jsonl is empty. Record a session with --record."),
    (
      start + opened + call.dropLast(9), "till.jsonl ends inside line 3: it was cut."
    ),
    (start + String(opened.dropLast()), "till.jsonl ends inside line 2: it was cut."),
    (
      "{\"version\":2}\n{\"other\":1}\n",
      "till.jsonl has version 2; this SnippetBridge reads version 1. Use a newer SnippetBridge."
    ),
    ("{}\n", "till.jsonl is not a recording: its first line has no version. Record a session with --record."),
    ("import\n", "till.jsonl is not a recording: its first line has no version. Record a session with --record."),
    (start + "nothing\n", "till.jsonl:2 is not a line of a recording. Record the session again."),
    (start + "{\"lost\":3}\n", "till.jsonl:2: 3 messages could not be recorded. Record the session again."),
    (
      start + opened + call.replacing("ask", with: "shout"),
      "till.jsonl:3 contains a line of a newer protocol: shout 1 a null"
    ),
    (
      start + call, "till.jsonl contains no page that was opened. Record the session again."
    ),
    (
      start + opened + start, "till.jsonl:3 begins another recording. Replay each recording on its own."
    ),
  ])
  func aFileThatCannotBeReplayed(text: String, message: String) {
    #expect(error(text) == message)
  }

  @Test func aFileThatDoesNotExist() throws {
    let error = #expect(throws: RecordingError.self) { try Recording("none.jsonl") }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)
    #expect(error?.description.hasPrefix("Cannot read the recording \(folder)none.jsonl: ") == true)
  }
}
