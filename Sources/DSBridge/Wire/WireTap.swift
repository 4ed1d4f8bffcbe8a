/// An observer of the wire messages of one web view, for developer tools. The functions are called on any thread, and
/// must not block.
///
/// The arrays are the messages themselves, so an observer that keeps them copies nothing.
package protocol WireTap: AnyObject, Sendable {
  /// Notifies the observer that a message of the page has arrived. The web view processes the message later. After a
  /// lost connection, a page may send a line again. The message may begin with a line `hello`, which contains secrets.
  func arrived(_ message: [UInt8], of document: DocumentID)
  /// Notifies the observer that the web view begins to process the lines of a message. `line` is the number of the
  /// message's last line.
  func began(_ line: Int, of document: DocumentID)
  /// Notifies the observer of a message to the page. Without a connection, the message is sent when the page has
  /// reconnected.
  func sent(_ message: [UInt8], to document: DocumentID)
  /// Notifies the observer of an event that is not a wire message, such as a lost connection. `document` is nil if the
  /// event concerns the document that is shown.
  func noted(_ kind: String, _ value: JSON, of document: DocumentID?)
}

extension WebView {
  /// Passes an event to the ``WireTap``. Without one, `value` is not evaluated.
  package nonisolated func note(_ kind: String, _ value: @autoclosure () -> JSON, of document: DocumentID? = nil) {
    if let tap { tap.noted(kind, value(), of: document) }
  }

  /// Encodes a value and passes it to the ``WireTap``. Without one, `value` is not evaluated.
  package nonisolated func note(_ kind: String, encoding value: @autoclosure () -> some Encodable) {
    if let tap { tap.noted(kind, (try? JSONSerializer().encode(value())) ?? .null, of: nil) }
  }

  /// Passes the types of the functions that a page may call to the ``WireTap``, as an object: `{"add":"(a: number):
  /// Promise<number>"}`. Finds the types by decoding placeholder values.
  package nonisolated func noteFunctions() {
    guard tap != nil else { return }
    perform { $0.note("interfaces", encoding: $0.functionTypes) }
  }

  /// Passes an event to the readers of ``events`` and to the ``WireTap``.
  package nonisolated func tell(_ event: Event) {
    switch event {
    case .documentChanged: break  // The creator of the web view notes more about a document.
    case .connected: note("connected", .null)
    case .disconnected: note("disconnected", .null)
    case .resumed: note("resumed", .null)
    case .navigationDenied(let url, let reason):
      note("denied", encoding: ["url": url, "reason": reason])
    case .closed: note("closed", .null)
    }
    listeners.tell(event)
  }
}
