extension WebView {
  /// What happens to a web view. More may be added: a `switch` needs an `@unknown default`.
  @nonexhaustive public enum Event: Sendable, Hashable {
    /// It shows another document, the first one included; a reload makes a new one. The address is the page's own word.
    case documentChanged(location: String)
    /// The document's first socket is there: what is sent arrives.
    case connected
    /// The document has lost its socket. It may come back; what is sent waits.
    case disconnected
    /// The document has a socket again, and has missed nothing.
    case resumed
    /// A navigation to `url` was stopped: the program's policy does not allow it, for this reason.
    case navigationDenied(url: String, reason: String)
    /// Its page is gone for good. The last event.
    case closed
  }

  /// What happens, in order; ends after ``Event/closed``. Each call gives a sequence of its own.
  ///
  /// It begins with what is: the document that is shown, if there is one, and the state of its connection. So a reader
  /// that begins in a task of `prepare`, or later, misses nothing.
  ///
  ///     for await event in webView.events where event == .closed { printer.release() }
  ///
  /// To read them does not keep the web view. A reader that falls behind by more than 1,000 events loses the oldest.
  public nonisolated var events: AsyncStream<Event> {
    listeners.add()
  }
}

extension WebView {
  /// A navigation of the page was stopped by a policy.
  package nonisolated func tellDenied(_ url: String, because reason: String) {
    listeners.tell(.navigationDenied(url: url, reason: reason))
  }
}
