package import SnippetBridgeDevelopment

/// A line of a wire message, or an event of a web view, as developer tools see it. Secrets are masked. The members of
/// ``fields`` are members of this type too.
@dynamicMemberLookup
package struct ObservedLine: Sendable, Equatable {
  package enum Source: String, Sendable {
    case page, swift
    /// The line is not from a wire message: an event such as `opened`, `connected`, `disconnected`, `resumed`,
    /// `denied`, `closed`, or `began` with the number of the last line that the web view begins to process.
    case note
  }

  /// The time since the start of the log.
  package var time: Duration
  /// The number of the web view in the log.
  package var webView: Int
  /// The number of the document in the log; 0 if the line concerns no document.
  package var document: Int
  package var source: Source
  /// The fields of the line. Of a note, the verb is the kind, and of a note `began`, the number is that of a line.
  package var fields: WireLine

  package subscript<Value>(dynamicMember member: KeyPath<WireLine, Value>) -> Value { fields[keyPath: member] }
}
