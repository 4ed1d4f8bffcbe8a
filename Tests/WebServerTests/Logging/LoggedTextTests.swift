import Logging
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Text from a peer is shortened and escaped before it is logged, so that it cannot mislead readers of the log.
@Suite(.timeLimit(.minutes(5))) struct LoggedTextTests {
  private let log = LogRecorder(from: .trace)
  private let logger: Logger

  init() {
    var logger = log.logger
    logger.handler = SparingLogHandler(logger.handler)
    self.logger = logger
  }

  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb\r\tc\0", #"a\u{A}b\u{D}\u{9}c\u{0}"#), ("\u{7F}", #"\u{7F}"#),
    ("\u{9B}31m\u{80}\u{9F}", #"\u{9B}31m\u{80}\u{9F}"#),
    ("\u{202E}gpj\u{2066}\u{200F}", #"\u{202E}gpj\u{2066}\u{200F}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\r\n", #"\u{D}\u{A}"#), ("/größe/日本é", "/größe/日本é"),
    ("plain", "plain"),
  ])
  func whatTerminalsObeyIsEscaped(text: String, expected: String) {
    logger.warning(
      "said \(text)",
      metadata: [
        "string": "\(text)", "convertible": .stringConvertible(Said(description: text)),
        "array": ["\(text)", ["\(text)"]],
        "dictionary": ["key\(text)": "\(text)"],
      ])
    logger.flush(within: .seconds(60))
    let value = expected.contains("[") ? "\"\(expected)\"" : expected
    let line =
      "said \(expected) array=[\"\(expected)\", [\"\(expected)\"]] convertible=\(value) "
      + "dictionary=[\"key\(expected)\": \"\(expected)\"] string=\(value)"
    // Swift's own description escapes text in brackets once more.
    #expect(log.lines.map { $0.replacing(#"\\u{"#, with: #"\u{"#) } == [line])
  }

  /// A value is logged in quotes if readers of the log could mistake a part of it for another field or line.
  @Test(arguments: [
    ("curl bytes=12 [SnippetBridge] request", #""curl bytes=12 [SnippetBridge] request""#), ("a=b", #""a=b""#),
    ("a b", #""a b""#), (#"""#, #""\"""#), ("[a", #""[a""#), ("a/b-c:d", "a/b-c:d"), ("", ""),
  ])
  func whatCouldBeTakenForMoreIsInQuotes(text: String, expected: String) {
    logger.warning("said", metadata: ["a": "\(text)", "b": .stringConvertible(Said(description: text))])
    logger.flush(within: .seconds(60))
    #expect(log.lines == ["said a=\(expected) b=\(expected)"])
  }

  /// A single character may have any number of combining marks.
  @Test(arguments: ["x", "\u{301}", "\u{1B}", "😀"]) func whatIsLongIsCutByBytes(character: String) {
    let long = String(repeating: character, count: 5_000_000)
    logger.warning(
      "said \(long)",
      metadata: ["text": "\(long)", "list": ["\(long)"], "other": .stringConvertible(Said(description: long))])
    logger.flush(within: .seconds(60))
    let line = log.lines.first ?? ""
    #expect(line.utf8.count < 2500, "\(line.utf8.count)")
    #expect(line.contains("… (\(long.utf8.count) bytes)"))
  }

  @Test func whatFitsIsWhole() {
    let (fits, tooLong) = (String(repeating: "é", count: 100), String(repeating: "é", count: 100) + "x")
    logger.warning("a", metadata: ["text": "\(fits)"])
    logger.warning("a", metadata: ["text": "\(tooLong)"])
    logger.flush(within: .seconds(60))
    #expect(log.lines == ["a text=\(fits)", "a text=\"\(fits)… (201 bytes)\""])
  }

  @Test func whatALoggerAlwaysSaysIsTreatedAlike() {
    var logger = logger
    logger[metadataKey: "always"] = "\u{1B}"
    #expect(logger[metadataKey: "always"] == #"\u{1B}"#)
    logger.handler.metadata = ["other": "\u{9B}"]
    #expect(logger[metadataKey: "other"] == #"\u{9B}"#)
  }

  private struct Said: CustomStringConvertible { let description: String }
}
