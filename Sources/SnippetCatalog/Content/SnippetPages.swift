public import Foundation
public import Logging

/// The pages that the server generates from snippets. A page is fetched once for all viewers, when it is first opened.
/// The page is fetched again after its snippet has changed, or when ``reload(_:as:)`` is called.
///
///     for await state in await pages.open(entry) { … }
public actor SnippetPages {
  private struct Key: Hashable {
    let id: Snippet.ID
    let copy: Snippet?
  }

  private struct Shown {
    var content: SnippetContent
    /// The snippet's entry in the list.
    var entry: SnippetList.Entry
    var download: Task<Void, Never>?
    var viewers: [Int: AsyncStream<SnippetContent.State>.Continuation] = [:]
  }

  private let download: SnippetDownload
  private let renderer: SnippetRenderer
  private let logger: Logger
  private var shown: [Key: Shown] = [:]
  private var lastViewer = 0

  /// Creates an empty collection.
  /// - Parameters:
  ///   - transport: the HTTP client.
  ///   - origins: the origins to which redirects of pages and resources may lead, in addition to the origin of each
  ///     address.
  ///   - renderer: the renderer for the pages.
  ///   - logger: the logger for errors.
  ///   - clock: the clock for time limits. A test may pass its own clock.
  ///   - resolve: returns the URL for an address, which may be on this server or on a proxied site; `nil` if there is
  ///     none.
  public init(
    transport: any SnippetTransport = WebTransport(), origins: SnippetOrigins,
    renderer: SnippetRenderer = SnippetRenderer(), logger: Logger = Logger(label: "SnippetPages"),
    clock: some Clock<Duration> = ContinuousClock(), resolve: @escaping @Sendable (Snippet.Address) -> URL?
  ) {
    self.renderer = renderer
    self.logger = logger
    let fetch = SnippetFetch(transport: transport, origins: origins, limits: renderer.limits, clock: clock)
    download = SnippetDownload(fetch: fetch, resolve: resolve)
  }

  /// Opens a page and returns a stream of its states, starting with the current state. The stream ends when the snippet
  /// is removed. A slow reader may miss intermediate states.
  /// - Parameter copy: a variant of the snippet for one viewer, with a different target or different props; `nil` for
  ///   the snippet itself. The page of a variant is kept only while its stream has a reader.
  public func open(_ entry: SnippetList.Entry, as copy: Snippet? = nil) -> AsyncStream<SnippetContent.State> {
    let key = Key(id: entry.id, copy: copy)
    let (states, viewer) = AsyncStream<SnippetContent.State>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if let old = shown[key], old.entry.incarnation != entry.incarnation { forget(key) }
    var page =
      shown[key] ?? Shown(content: SnippetContent(key.copy ?? entry.snippet, renderer: renderer), entry: entry)
    lastViewer += 1
    let id = lastViewer
    page.viewers[id] = viewer
    shown[key] = page
    viewer.onTermination = { [weak self] _ in
      Task { await self?.close(key, viewer: id) }
    }
    if page.entry.revision < entry.revision {
      replace(key, with: entry)
    } else {
      perform(key) { $0.open() }
    }
    viewer.yield(shown[key]?.content.state ?? .idle)
    return states
  }

  /// Fetches a page again, for all viewers.
  /// - Parameter copy: the variant that was passed to ``open(_:as:)``; `nil` for the snippet itself.
  public func reload(_ id: Snippet.ID, as copy: Snippet? = nil) {
    perform(Key(id: id, copy: copy)) { $0.reload() }
  }

  /// Cancels the download of a page.
  /// - Parameter copy: the variant that was passed to ``open(_:as:)``; `nil` for the snippet itself.
  public func cancel(_ id: Snippet.ID, as copy: Snippet? = nil) {
    perform(Key(id: id, copy: copy)) { $0.cancel() }
  }

  /// Applies changes to the list. Pages of updated snippets are fetched again, and pages of removed snippets are
  /// discarded.
  public func apply(_ changes: [SnippetChange]) {
    for change in changes {
      for key in shown.keys where key.id == change.entry.id {
        guard shown[key]?.entry.incarnation == change.entry.incarnation else { continue }
        switch change {
        case .removed: forget(key)
        case .updated(let entry, _): replace(key, with: entry)
        case .inserted, .moved: break
        }
      }
    }
  }

  private func replace(_ key: Key, with entry: SnippetList.Entry) {
    guard let old = shown[key], old.entry.revision < entry.revision else { return }
    shown[key]?.entry = entry
    perform(key) { content in
      let effects = content.replace(with: key.copy ?? entry.snippet)
      return old.viewers.isEmpty ? effects : effects + content.open()
    }
  }

  private func forget(_ key: Key) {
    guard let page = shown.removeValue(forKey: key) else { return }
    page.download?.cancel()
    for viewer in page.viewers.values { viewer.finish() }
  }

  /// The number of pages in memory.
  var count: Int { shown.count }

  private func close(_ key: Key, viewer: Int) {
    shown[key]?.viewers[viewer] = nil
    // A viewer may open many variants one after another, so the page of a variant is discarded when it has no viewers.
    if key.copy != nil, shown[key]?.viewers.isEmpty == true { forget(key) }
  }

  private func perform(_ key: Key, _ body: (inout SnippetContent) -> [SnippetContent.Effect]) {
    guard var page = shown[key] else { return }
    let before = page.content.state
    let effects = body(&page.content)
    for effect in effects {
      switch effect {
      case .cancel: page.download?.cancel()
      case .fetchPage(_, _, let number), .fetchResources(_, let number):
        page.download = Task { await self.fetch(effect, number, for: key) }
      }
    }
    shown[key] = page
    guard page.content.state != before else { return }
    if case .loaded(let loaded) = page.content.state, let warning = loaded.warning {
      logger.warning(
        "cannot render the template of a snippet; its page is shown unchanged",
        metadata: ["snippet": "\(key.id)", "reason": "\(warning)"])
    }
    for viewer in page.viewers.values { viewer.yield(page.content.state) }
  }

  /// Fetches the page or the resources that an effect requests.
  private func fetch(_ effect: SnippetContent.Effect, _ number: Int, for key: Key) async {
    let result: (inout SnippetContent) -> [SnippetContent.Effect]
    do {
      switch effect {
      case .fetchPage(let address, let headers, _):
        let (html, response) = try await download.text(at: address, headers: headers)
        result = { $0.fetched(html, from: response.url, cookies: response.cookies, download: number) }
      case .fetchResources(let addresses, _):
        let texts = try await download.resources(at: addresses)
        result = { $0.fetched(texts, download: number) }
      case .cancel: return
      }
    } catch is CancellationError {
      return
    } catch {
      let failure = error as? SnippetFailure ?? SnippetFailure(.unreachable, "\(error)")
      logger.warning("cannot fetch a snippet", metadata: ["snippet": "\(key.id)", "reason": "\(failure)"])
      result = { $0.failed(failure, download: number) }
    }
    // If this task was cancelled, the state machine has already ended the download.
    if !Task.isCancelled { perform(key, result) }
  }
}
