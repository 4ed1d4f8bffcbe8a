import DSBridge
import Foundation
import SnippetBridgeDevelopment

/// The translation of observed lines to the lines of a recording (docs/guides/tools.md). A value type without side
/// effects.
struct RecordedLines: Sendable {
  /// The types of functions that the recording contains already.
  private var interfaces: [String: String] = [:]

  /// The first line of a recording.
  static var header: [UInt8] {
    let program = json(ProcessInfo.processInfo.processName)
    return Array("{\"version\":\(RecordedSession.version),\"program\":\(program)}\n".utf8)
  }

  /// The line in place of lines that could not be recorded.
  static func lost(_ count: Int) -> [UInt8] { Array("{\"lost\":\(count)}\n".utf8) }

  private static func json(_ text: String) -> String {
    (try? JSONSerializer().encode(text))?.description ?? "\"\""
  }

  /// Returns the line of the recording; nil for a line that only concerns the transport.
  mutating func line(_ line: ObservedLine) -> [UInt8]? {
    let milliseconds = Int(line.time / .milliseconds(1))
    let time = "{\"t\":\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    switch (line.source, line.verb) {
    case (_, "ack"), (_, "hello"), (.swift, "message"), (.swift, "welcome"), (.swift, "bye"): return nil
    case (.page, _), (.swift, _):
      let text = Self.json(line.text)
      return Array("\(time),\"page\":\(line.document),\"from\":\"\(line.source.rawValue)\",\"line\":\(text)}\n".utf8)
    case (.note, "opened"):
      let opened = line.json ?? "null"
      return Array("\(time),\"page\":\(line.document),\"tab\":\(line.webView),\"opened\":\(opened)}\n".utf8)
    case (.note, "closed"): return Array("\(time),\"tab\":\(line.webView),\"closed\":true}\n".utf8)
    case (.note, "interfaces"): return added(line.json)
    case (.note, _): return nil
    }
  }

  /// Returns a line with those functions that the recording does not contain yet.
  private mutating func added(_ json: String?) -> [UInt8]? {
    guard let json, let all = try? JSONSerializer().decode([String: String].self, from: JSON(json)) else { return nil }
    let new = all.filter { interfaces[$0.key] != $0.value }
    guard !new.isEmpty else { return nil }
    interfaces.merge(new) { $1 }
    let members = new.sorted { $0.key < $1.key }.map { "\(Self.json($0.key)):\(Self.json($0.value))" }
    return Array("{\"interfaces\":{\(members.joined(separator: ","))}}\n".utf8)
  }
}
