public import Foundation

/// The state machine that generates a snippet's page. It receives events and returns the resources to fetch.
///
/// First the page itself is fetched, then its resources, and then the page is rendered. If a download is restarted, the
/// results of the earlier download are ignored.
public struct SnippetContent: Sendable {
  /// A complete page for a browser.
  public struct Page: Sendable, Hashable {
    /// The HTML, with the resources inserted and the template rendered.
    public var html: String
    /// The URL of the page after redirects; `nil` if the page was not fetched.
    public var url: URL?
    /// The cookies that were set by the responses, for the web view that shows the page.
    public var cookies: [SnippetCookie] = []
    /// A sentence that explains why the template was not rendered; `nil` if there was no error.
    public var warning: String?
  }

  /// The state of the page.
  public enum State: Sendable, Hashable {
    /// The page has not been requested.
    case idle
    /// The page is being fetched. The previous page, if there is one, may be shown in the meantime.
    case loading(cached: Page?)
    /// The download was cancelled.
    case cancelled(cached: Page?)
    /// The page is complete.
    case loaded(Page)
    /// The page could not be fetched.
    case failed(SnippetFailure)
  }

  /// An action for the caller.
  enum Effect: Hashable {
    /// Fetch the page, then call ``fetched(_:from:cookies:download:)`` or ``failed(_:download:)``.
    case fetchPage(Snippet.Address, headers: [String: String], download: Int)
    /// Fetch all resources, then call ``fetched(_:download:)`` or ``failed(_:download:)``.
    case fetchResources([Snippet.Address], download: Int)
    /// Cancel the download.
    case cancel(download: Int)
  }

  private(set) var state = State.idle
  /// Whether there is a current page or an error to show. TWS ("The Web Snippet") calls this `contentDownloaded`.
  private(set) var isReady = false
  /// The current version of the snippet.
  private(set) var snippet: Snippet
  private let renderer: SnippetRenderer
  /// The download in progress. Its page has no resources, and is `nil` until it has been fetched.
  private var download: (number: Int, page: Page?)?
  private var lastDownload = 0

  /// Creates the state without starting a download.
  init(_ snippet: Snippet, renderer: SnippetRenderer) {
    self.snippet = snippet
    self.renderer = renderer
  }

  /// Starts a download unless the page is ready or is being fetched.
  mutating func open() -> [Effect] {
    isReady ? [] : reload()
  }

  /// Starts a download unless the page is being fetched.
  mutating func reload() -> [Effect] {
    guard download == nil else { return [] }
    lastDownload += 1
    state = .loading(cached: cached)
    download = (lastDownload, nil)
    switch snippet.target {
    case .at(let address): return [.fetchPage(address, headers: snippet.headers ?? [:], download: lastDownload)]
    case .html(let html): return fetched(html, from: nil, download: lastDownload)
    }
  }

  /// Cancels the download, if there is one.
  mutating func cancel() -> [Effect] {
    guard let number = download?.number else { return [] }
    download = nil
    state = .cancelled(cached: cached)
    return [.cancel(download: number)]
  }

  /// Replaces the snippet and marks its current page as outdated, because the snippet or the content of its page has
  /// changed. A running download is restarted.
  mutating func replace(with snippet: Snippet) -> [Effect] {
    self.snippet = snippet
    isReady = false
    let effects = cancel()
    return effects.isEmpty ? [] : effects + reload()
  }

  /// Accepts the fetched page, and requests its resources.
  mutating func fetched(
    _ html: String, from url: URL?, cookies: [SnippetCookie] = [], download number: Int
  ) -> [Effect] {
    guard download?.number == number, download?.page == nil else { return [] }
    download?.page = Page(html: html, url: url, cookies: cookies)
    let addresses = (snippet.dynamicResources ?? []).compactMap(\.content.address)
    return addresses.isEmpty ? fetched([], download: number) : [.fetchResources(addresses, download: number)]
  }

  /// Accepts the fetched resources, in the order in which they were requested, and renders the page.
  mutating func fetched(_ texts: [String], download number: Int) -> [Effect] {
    guard download?.number == number, var page = download?.page else { return [] }
    var texts = texts[...]
    let overrides = (snippet.dynamicResources ?? []).compactMap { resource -> Snippet.Override? in
      let text =
        switch resource.content {
        case .at: texts.popFirst() ?? ""
        case .text(let text): text
        }
      return text.isEmpty ? nil : Snippet.Override(resource.kind, text)
    }
    let rendered = renderer.page(of: snippet, html: page.html, resources: overrides)
    (page.html, page.warning) = (rendered.html, rendered.warning)
    download = nil
    isReady = true
    state = .loaded(page)
    return []
  }

  /// Ends a download whose page or resource could not be fetched.
  mutating func failed(_ failure: SnippetFailure, download number: Int) -> [Effect] {
    guard download?.number == number else { return [] }
    download = nil
    isReady = true
    state = .failed(failure)
    return []
  }

  private var cached: Page? {
    switch state {
    case .loaded(let page): page
    case .loading(let page), .cancelled(let page): page
    case .idle, .failed: nil
    }
  }
}

/// A `Set-Cookie` header from one of the responses that led to a page. It is intended for the web view that shows the
/// page.
public struct SnippetCookie: Sendable, Hashable {
  /// The URL whose response contained the header.
  public let url: URL
  /// The value of the `Set-Cookie` header.
  public let field: String
}
