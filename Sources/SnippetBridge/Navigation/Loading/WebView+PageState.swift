public import DSBridge
public import Foundation

/// How a web view's page is, for programs to read and to watch. Any thread. Each of the sequences begins with what is,
/// repeats nothing, gives a slow reader the newest, and ends with the web view.
extension WebView {
  /// The document's title, as its page tells it; empty before it has one.
  public nonisolated var title: String { hosted.page.title.value }
  /// ``title``, now and from now on.
  public nonisolated var titleUpdates: some AsyncSequence<String, Never> & Sendable { hosted.page.title.values }

  /// Where the page is, now and from now on; `pushState` and fragments included. A page's own word, as ``url``.
  public nonisolated var urlUpdates: some AsyncSequence<URL?, Never> & Sendable { hosted.page.url.values }

  /// How far the page's navigation is, from 0 to 1. It only grows within one navigation, and ends at 1 when the page is
  /// there, when it has failed, and when it was cancelled.
  public nonisolated var estimatedProgress: Double { hosted.page.progress.value }
  /// ``estimatedProgress``, now and from now on.
  public nonisolated var estimatedProgressUpdates: some AsyncSequence<Double, Never> & Sendable {
    hosted.page.progress.values
  }

  /// Whether a document is on its way. A navigation begins when its request has come and nobody has handled it.
  public nonisolated var isLoading: Bool {
    if case .loading = loadingState { true } else { false }
  }

  /// What has become of the page's navigation. A ``LoadingState/failed(_:)`` has a ``NavigationError``.
  public nonisolated var loadingState: LoadingState { hosted.page.loading.value }
  /// ``loadingState``, now and from now on.
  public nonisolated var loadingStateUpdates: some AsyncSequence<LoadingState, Never> & Sendable {
    hosted.page.loading.values
  }
}
