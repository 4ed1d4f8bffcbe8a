public import DSBridge
public import Foundation

/// The state of a web view's page, which programs can read and observe on any thread.
///
/// Each sequence begins with the current value and omits repeated values. A slow reader receives only the newest value.
/// The sequence ends when the web view is closed.
extension WebView {
  /// The document's title as reported by the page. Empty until the page has reported a title.
  public nonisolated var title: String { hosted.page.title.value }
  /// The current ``title``, followed by every change.
  public nonisolated var titleUpdates: some AsyncSequence<String, Never> & Sendable { hosted.page.title.values }

  /// The page's URL, followed by every change, including changes through `pushState` and fragments. The page itself
  /// reports the value, as it does for ``url``.
  public nonisolated var urlUpdates: some AsyncSequence<URL?, Never> & Sendable { hosted.page.url.values }

  /// The progress of the page's navigation, from 0 to 1. It never decreases within one navigation. It is 1 when the
  /// navigation has succeeded, failed or been cancelled.
  public nonisolated var estimatedProgress: Double { hosted.page.progress.value }
  /// The current ``estimatedProgress``, followed by every change.
  public nonisolated var estimatedProgressUpdates: some AsyncSequence<Double, Never> & Sendable {
    hosted.page.progress.values
  }

  /// Whether a document is loading. A navigation begins when the server has received its request, unless native code
  /// handles the navigation.
  public nonisolated var isLoading: Bool {
    if case .loading = loadingState { true } else { false }
  }

  /// The current ``isLoading``, followed by every change.
  public nonisolated var isLoadingUpdates: some AsyncSequence<Bool, Never> & Sendable { hosted.page.isLoading.values }

  /// The color in the page's `<meta name="theme-color">` exactly as the page specifies it, or `nil` if there is none.
  public nonisolated var themeColor: String? { hosted.page.themeColor.value }
  /// The current ``themeColor``, followed by every change.
  public nonisolated var themeColorUpdates: some AsyncSequence<String?, Never> & Sendable {
    hosted.page.themeColor.values
  }

  /// The URL of the page's icon (`<link rel="icon">`), or `nil` if there is none. Its scheme is http, https or data.
  public nonisolated var favicon: URL? { hosted.page.favicon.value }
  /// The current ``favicon``, followed by every change.
  public nonisolated var faviconUpdates: some AsyncSequence<URL?, Never> & Sendable { hosted.page.favicon.values }

  /// The state of the page's navigation. The error in ``LoadingState/failed(_:)`` is a ``NavigationError``, unless the
  /// program threw an error while it prepared the web view.
  public nonisolated var loadingState: LoadingState { hosted.page.loading.value }
  /// The current ``loadingState``, followed by every change.
  public nonisolated var loadingStateUpdates: some AsyncSequence<LoadingState, Never> & Sendable {
    hosted.page.loading.values
  }
}
