public import Foundation

/// A snippet's page on its way: a value, which is told what happens and says what is to be fetched.
///
/// First the page itself is fetched; once it is there completely, its resources; then the page is made. What comes of
/// an earlier download than the current one is ignored.
public struct SnippetContent: Sendable {
  /// A page that a browser can get.
  public struct Page: Sendable, Hashable {
    /// With its resources in it and its template filled in.
    public var html: String
    /// Where it comes from, after redirects; nil for a page from memory.
    public var url: URL?
    /// What was set on the way to it, for the web view that shows it.
    public var cookies: [SnippetCookie] = []
    /// Why its template is not filled in, as a sentence; nil when all went well.
    public var warning: String?
  }

  /// How far it is.
  public enum State: Sendable, Hashable {
    /// Nobody has wanted it.
    case idle
    /// It is being fetched. The page before, if there is one, may be shown meanwhile.
    case loading(cached: Page?)
    /// It was, and nobody wants it any more.
    case cancelled(cached: Page?)
    /// It is there.
    case loaded(Page)
    /// It could not be fetched.
    case failed(SnippetFailure)
  }

  /// What is to be done.
  enum Effect: Hashable {
    /// Fetch the page, and tell ``fetched(_:from:cookies:download:)`` or ``failed(_:download:)``.
    case fetchPage(Snippet.Address, headers: [String: String], download: Int)
    /// Fetch all of these, and tell ``fetched(_:download:)`` or ``failed(_:download:)``.
    case fetchResources([Snippet.Address], download: Int)
    /// Stop that download.
    case cancel(download: Int)
  }

  private enum Download {
    case none
    case page(Int)
    case resources(Int, html: String, url: URL?, cookies: [SnippetCookie])

    var number: Int? {
      switch self {
      case .none: nil
      case .page(let number), .resources(let number, _, _, _): number
      }
    }
  }

  /// How far it is.
  private(set) var state = State.idle
  /// Whether there is something to be seen: a page that is not old, or an error. TWS calls it `contentDownloaded`.
  private(set) var isReady = false
  /// The snippet.
  private(set) var snippet: Snippet
  private let renderer: SnippetRenderer
  private var download = Download.none
  private var lastDownload = 0

  /// Nothing is fetched yet.
  init(_ snippet: Snippet, renderer: SnippetRenderer) {
    self.snippet = snippet
    self.renderer = renderer
  }

  /// Somebody wants to see it. Nothing happens when it is there, or on its way.
  mutating func open() -> [Effect] {
    isReady ? [] : start()
  }

  /// Somebody wants to see it anew. Nothing happens when it is on its way.
  mutating func reload() -> [Effect] {
    start()
  }

  /// Nobody wants to see it any more.
  mutating func cancel() -> [Effect] {
    guard let number = download.number else { return [] }
    download = .none
    state = .cancelled(cached: cached)
    return [.cancel(download: number)]
  }

  /// The snippet has changed, or its page has: what is there is old. A download begins again.
  mutating func replace(with snippet: Snippet) -> [Effect] {
    self.snippet = snippet
    isReady = false
    guard let number = download.number else { return [] }
    download = .none
    return [.cancel(download: number)] + start()
  }

  /// The page has come.
  mutating func fetched(
    _ html: String, from url: URL?, cookies: [SnippetCookie] = [], download number: Int
  ) -> [Effect] {
    guard case .page(number) = download else { return [] }
    return fetchResources(of: html, from: url, cookies: cookies, download: number)
  }

  /// The resources have come, in the order in which they were asked for.
  mutating func fetched(_ texts: [String], download number: Int) -> [Effect] {
    guard case .resources(number, let html, let url, let cookies) = download else { return [] }
    var texts = texts[...]
    let overrides = (snippet.dynamicResources ?? []).compactMap { resource -> Snippet.Override? in
      let text =
        switch resource.content {
        case .at: texts.popFirst() ?? ""
        case .text(let text): text
        }
      return text.isEmpty ? nil : Snippet.Override(resource.kind, text)
    }
    let page = renderer.page(of: snippet, html: html, resources: overrides)
    download = .none
    isReady = true
    state = .loaded(Page(html: page.html, url: url, cookies: cookies, warning: page.warning))
    return []
  }

  /// The page or a resource could not be fetched.
  mutating func failed(_ failure: SnippetFailure, download number: Int) -> [Effect] {
    guard download.number == number else { return [] }
    download = .none
    isReady = true
    state = .failed(failure)
    return []
  }

  private mutating func start() -> [Effect] {
    guard download.number == nil else { return [] }
    lastDownload += 1
    state = .loading(cached: cached)
    download = .page(lastDownload)
    switch snippet.target {
    case .at(let address): return [.fetchPage(address, headers: snippet.headers ?? [:], download: lastDownload)]
    case .html(let html): return fetchResources(of: html, from: nil, cookies: [], download: lastDownload)
    }
  }

  private mutating func fetchResources(
    of html: String, from url: URL?, cookies: [SnippetCookie], download number: Int
  ) -> [Effect] {
    download = .resources(number, html: html, url: url, cookies: cookies)
    let addresses = (snippet.dynamicResources ?? []).compactMap { resource -> Snippet.Address? in
      if case .at(let address) = resource.content { address } else { nil }
    }
    return addresses.isEmpty ? fetched([], download: number) : [.fetchResources(addresses, download: number)]
  }

  private var cached: Page? {
    switch state {
    case .loaded(let page): page
    case .loading(let page), .cancelled(let page): page
    case .idle, .failed: nil
    }
  }
}
