public import Foundation

extension WebView {
  /// An event of a web view. More events may be added, so a `switch` needs an `@unknown default`.
  @nonexhaustive public enum Event: Sendable, Hashable {
    /// The web view shows a new document: its first document, or a document after a navigation or a reload. `location`
    /// is the address that the page has reported.
    case documentChanged(location: String)
    /// The document's first socket is open.
    case connected
    /// The document has lost its socket. It may reconnect; messages to it are kept.
    case disconnected
    /// The document has reconnected without losing messages.
    case resumed
    /// The program's policy has denied a navigation to `url`.
    case navigationDenied(url: String, reason: String)
    /// The page is closed. This is the last event.
    case closed
  }

  /// The events, in order. Each access creates a new sequence, which ends after ``Event/closed``.
  ///
  /// A sequence begins with events that describe the current state: the document that is shown, if there is one, and
  /// its connection. A reader that starts late therefore still learns the current state.
  ///
  ///     for await event in webView.events where event == .closed { printer.release() }
  ///
  /// Reading the events does not retain the web view. A reader that falls behind by more than 1,000 events misses the
  /// oldest ones.
  public nonisolated var events: AsyncStream<Event> {
    listeners.add()
  }
}

/// The current state, for programs that do not read ``events``. Can be used on any thread.
extension WebView {
  /// The address of the current document; nil before the first document. The page itself reports this address, so it
  /// may be wrong.
  public nonisolated var url: URL? {
    let location = location
    return location.isEmpty ? nil : URL(string: location)
  }

  /// Whether the page is connected, so that messages arrive immediately. A disconnected page may reconnect.
  public nonisolated var isConnected: Bool { listeners.isConnected }
}
