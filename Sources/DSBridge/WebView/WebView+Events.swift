public import Foundation

extension WebView {
  /// An event of a web view. More events may be added: a `switch` needs an `@unknown default`.
  @nonexhaustive public enum Event: Sendable, Hashable {
    /// The web view shows another document: the first one, one after a navigation, or one after a reload. `location` is
    /// the address that the page has reported.
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
  /// A sequence begins with events that describe the present state: the document that is shown, if there is one, and
  /// its connection. So a reader that starts late still learns the present state.
  ///
  ///     for await event in webView.events where event == .closed { printer.release() }
  ///
  /// Reading does not retain the web view. A reader that falls behind by more than 1,000 events loses the oldest.
  public nonisolated var events: AsyncStream<Event> {
    listeners.add()
  }
}

extension WebView {
  /// Reports a navigation that a policy has denied.
  package nonisolated func tellDenied(_ url: String, because reason: String) {
    listeners.tell(.navigationDenied(url: url, reason: reason))
  }
}

/// The present state, for programs that do not read ``events``. May be used on any thread.
extension WebView {
  /// The address of the present document; nil before the first one. The page itself reports this address, so it may be
  /// false.
  public nonisolated var url: URL? {
    let location = location
    return location.isEmpty ? nil : URL(string: location)
  }

  /// Whether the page has a connection, so that messages arrive immediately. A page without one may reconnect.
  public nonisolated var isConnected: Bool { listeners.isConnected }
}
