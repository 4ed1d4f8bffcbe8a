import Foundation
import Testing

@testable import DSBridge

/// Limits that are defined in the page script, in Swift and in docs/guides/protocol.md. They must be equal, so that the
/// page script sends nothing that the server rejects.
@Suite(.timeLimit(.minutes(5))) struct PageScriptLimitsTests {
  @Test func linesOfAMessage() throws {
    let shift = try #require(try text("public/bridge/messages.js").firstMatch(of: /const maxLines = 1 << ([0-9]+);/))
    let most = 1 << (try #require(Int(shift.1)))
    let line = Array("ack 1\n".utf8)
    let message = Array(repeatElement(line, count: most).joined().dropLast())
    #expect(try PageMessage(parsing: message).lines.count == most)
    #expect(throws: MalformedMessage.self) {
      try PageMessage(parsing: message + [UInt8(ascii: "\n")] + line.dropLast())
    }
    let protocolGuide = try text("docs/guides/protocol.md")
    #expect(protocolGuide.contains("A message has at most \(most.formatted(.number.locale(english))) lines."))
  }

  @Test func theNameOfACallback() throws {
    let name = try #require(
      try text("public/bridge/native-functions.js").firstMatch(of: /\/\^\[\\w\$\]\{1,([0-9]+)\}\$\//))
    let most = try #require(Int(name.1))
    func post(callback: String) throws { _ = try PageMessage(parsing: Array("post 1 f \(callback) null".utf8)) }
    try post(callback: "_$" + String(repeating: "z", count: most - 2))
    #expect(throws: MalformedMessage.self) { try post(callback: String(repeating: "z", count: most + 1)) }
    #expect(try text("docs/guides/protocol.md").contains("**Callbacks** are 1 to \(most) of the characters"))
  }

  private let english = Locale(identifier: "en_US")

  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
