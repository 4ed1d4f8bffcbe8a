import SnippetBridge

/// The events of all web views, in order.
package struct Visits: Sendable {
  package struct Entry: Sendable, Equatable {
    package var webView: String
    package var event: WebView.Event
  }

  package let entries: AsyncStream<Entry>
  private let sink: AsyncStream<Entry>.Continuation

  init() { (entries, sink) = AsyncStream.makeStream() }

  func note(_ event: WebView.Event, of webView: String) { sink.yield(Entry(webView: webView, event: event)) }
}
