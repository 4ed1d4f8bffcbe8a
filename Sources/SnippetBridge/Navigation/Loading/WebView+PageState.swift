public import DSBridge
public import Foundation

/// The state of a web view's page, for programs to read and observe on any thread.
///
/// Each sequence begins with the current value, omits repetitions, gives a slow reader the newest value, and ends when
/// the web view is closed.
extension WebView {
  /// The document's title as reported by its page. Empty before the page has reported one.
  public nonisolated var title: String { hosted.page.title.value }
  /// The current ``title``, followed by every change.
  public nonisolated var titleUpdates: some AsyncSequence<String, Never> & Sendable { hosted.page.title.values }

  /// The page's URL, followed by every change, including those by `pushState` and fragments. Like ``url``, the value
  /// is reported by the page.
  public nonisolated var urlUpdates: some AsyncSequence<URL?, Never> & Sendable { hosted.page.url.values }

  /// The progress of the page's navigation, from 0 to 1. It never decreases within one navigation. It is 1 when the
  /// navigation has succeeded, failed or was cancelled.
  public nonisolated var estimatedProgress: Double { hosted.page.progress.value }
  /// The current ``estimatedProgress``, followed by every change.
  public nonisolated var estimatedProgressUpdates: some AsyncSequence<Double, Never> & Sendable {
    hosted.page.progress.values
  }

  /// Whether a document is loading. A navigation begins when its request has arrived and was not handled natively.
  public nonisolated var isLoading: Bool {
    if case .loading = loadingState { true } else { false }
  }

  /// The current ``isLoading``, followed by every change.
  public nonisolated var isLoadingUpdates: some AsyncSequence<Bool, Never> & Sendable { hosted.page.isLoading.values }

  /// The color in the page's `<meta name="theme-color">`, as the page has written it, or `nil` if there is none.
  public nonisolated var themeColor: String? { hosted.page.themeColor.value }
  /// The current ``themeColor``, followed by every change.
  public nonisolated var themeColorUpdates: some AsyncSequence<String?, Never> & Sendable {
    hosted.page.themeColor.values
  }

  /// The URL of the page's icon (`<link rel="icon">`), or `nil` if there is none. Its scheme is http, https or data.
  public nonisolated var favicon: URL? { hosted.page.favicon.value }
  /// The current ``favicon``, followed by every change.
  public nonisolated var faviconUpdates: some AsyncSequence<URL?, Never> & Sendable { hosted.page.favicon.values }

  /// The state of the page's navigation. The error of ``LoadingState/failed(_:)`` is a ``NavigationError`` unless the
  /// program's preparation of the web view has thrown an error.
  public nonisolated var loadingState: LoadingState { hosted.page.loading.value }
  /// The current ``loadingState``, followed by every change.
  public nonisolated var loadingStateUpdates: some AsyncSequence<LoadingState, Never> & Sendable {
    hosted.page.loading.values
  }
}
