import DSBridgeText

/// A line of a wire message (docs/guides/protocol.md, section 3), or an event of a web view, as developer tools see it.
/// Secrets are masked.
package struct ObservedLine: Sendable, Equatable {
  package enum Source: String, Sendable, Codable {
    case page, swift
    /// The line is not from a wire message: an event such as `opened`, `connected`, `disconnected`, `resumed`,
    /// `denied`, `closed`, or `began` with the number of the last line that the web view begins to process.
    case note
  }

  /// The number of the log's entry. Lines with the same number were in one wire message.
  package var entry: Int
  /// The time since the start of the log.
  package var time: Duration
  /// The number of the web view in the log.
  package var webView: Int
  /// The number of the document in the log; 0 if the line concerns no document.
  package var document: Int
  package var source: Source
  /// The verb, or the kind of the note.
  package var verb: String
  /// The line's own number, for numbered lines of the page and for `message`; in a note `began`, the number of a line.
  package var number: Int?
  /// The number of the call, invocation, line or message that the line refers to.
  package var reference: Int?
  /// The name of the function or of the event, without percent-encoding.
  package var name: String?
  /// The name of the callback, for `post` and `callback`.
  package var callback: String?
  /// Indicates whether a value is the last one of its call; nil for lines that do not state this.
  package var isLast: Bool?
  /// The JSON with masked secrets; nil if the line has none.
  package var json: String?
  /// The size of the JSON before masking, in bytes.
  package var size = 0

  /// The line as it was sent, except for the masked secrets.
  package var text: String {
    var fields = [verb]
    if let number { fields.append("\(number)") }
    if let reference { fields.append("\(reference)") }
    if let name {
      fields.append(name.percentEncoded { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "%") })
    }
    if let callback { fields.append(callback) }
    if let isLast { fields.append(isLast ? "done" : "more") }
    if let json { fields.append(json) }
    return fields.joined(separator: " ")
  }
}
