import DSBridgeLocks
public import Foundation
import Logging
public import SnippetCatalog
import SnippetShell

/// The rules that determine how URLs are shown. The rules are loaded from data, files or servers.
///
///     { "settings": {}, "rules": [{ "patterns": ["/new$"], "properties": { "context": "modal" } }] }
///
/// If a source has an error, its previous rules stay in effect, and the log contains the file and the line. Functions
/// may be called on any thread.
public final class PathConfiguration: Sendable {
  /// The origin of settings and rules.
  public enum Source: Sendable, Hashable {
    /// JSON in memory.
    case data(Data)
    /// A file, which is read again after each change.
    case file(URL)
    /// A server. Its last valid response is cached in a file and used until a new response arrives.
    case server(URL)
  }

  private struct State {
    var sources: [Source] = []
    /// The last valid content of each source.
    var contents: [PathConfigurationContent?] = []
    /// The bytes of each file. A file is decoded again only if its bytes have changed.
    var files: [Int: [UInt8]] = [:]
    /// The content in effect, which is the content of the last source with valid content.
    var current = PathConfigurationContent()
    var matchQueryStrings = true
    weak var delegate: (any PathConfigurationDelegate)?
    var loading: [Task<Void, Never>] = []
    /// The number of times that the sources were set. The results of loads that were started for earlier sources are
    /// ignored.
    var generation = 0
  }

  private let options: PathConfigurationLoaderOptions
  private let state: Mutex<State>

  /// Creates a configuration. Data and files are read before the initializer returns.
  public init(sources: [Source] = [], options: PathConfigurationLoaderOptions = PathConfigurationLoaderOptions()) {
    self.options = options
    state = Mutex(State())
    self.sources = sources
  }

  deinit { for task in state.withLock({ $0.loading }) { task.cancel() } }

  /// The sources. Only the last source with valid content is in effect, because the contents of several sources are not
  /// merged.
  public var sources: [Source] {
    get { state.withLock { $0.sources } }
    set { load(newValue) }
  }

  /// The delegate that is notified of new content. Held weakly.
  public var delegate: (any PathConfigurationDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// A Boolean value that indicates whether patterns are matched against the path and the query; `true` by default. If
  /// `false`, patterns are matched against only the path.
  public var matchQueryStrings: Bool {
    get { state.withLock { $0.matchQueryStrings } }
    set { state.withLock { $0.matchQueryStrings = newValue } }
  }

  /// The settings, which may be any JSON that the program defines.
  public var settings: Props { state.withLock { $0.current.settings ?? [:] } }

  /// The rules, in order.
  public var rules: [PathRule] { state.withLock { $0.current.rules }.map(\.rule) }

  /// Returns the merged properties of all rules that match a URL. Later rules take precedence.
  public func properties(for url: URL) -> PathProperties { properties(for: url.pathAndQuery) }

  /// Returns the merged properties of all rules that match a path, which may include a query.
  public func properties(for path: String) -> PathProperties {
    let (content, path) = matched(path)
    defer { reportRefusedPatterns(of: content) }
    return content.properties(for: path)
  }

  /// Returns the rules that match a URL.
  func matchingRules(for url: URL) -> [PathRule] {
    let (content, path) = matched(url.pathAndQuery)
    defer { reportRefusedPatterns(of: content) }
    return content.matchingRules(for: path)
  }

  private func reportRefusedPatterns(of content: PathConfigurationContent) {
    for pattern in content.refusedPatterns.takeUnreported() {
      options.logger.warning(
        "matching a pattern of a path configuration took too long; the pattern is skipped from now on",
        metadata: ["pattern": "\(pattern)"])
    }
  }

  /// Returns the rules, and the part of a path that they are matched against.
  func matched(_ path: String) -> (PathConfigurationContent, path: String) {
    let (content, hasQuery) = state.withLock { ($0.current, $0.matchQueryStrings) }
    return (content, hasQuery ? path : String(path.prefix { $0 != "?" }))
  }

  /// Returns the properties for a URL.
  public subscript(url: URL) -> PathProperties { properties(for: url) }
  /// Returns the properties for a path.
  public subscript(path: String) -> PathProperties { properties(for: path) }

  /// Reloads all sources.
  public func reload() { load(sources) }

  // MARK: Sources

  private func load(_ sources: [Source]) {
    let (generation, loading) = state.withLock { state in
      state.generation += 1
      // If the same source is still at the same index, its content is kept until the source has been read again,
      // because reading may fail.
      let kept = sources.indices.map { index in
        state.sources.indices.contains(index) && state.sources[index] == sources[index] ? state.contents[index] : nil
      }
      (state.sources, state.contents, state.files) = (sources, kept, [:])
      defer { state.loading = [] }
      return (state.generation, state.loading)
    }
    for task in loading { task.cancel() }
    let tasks = sources.enumerated().compactMap { index, source -> Task<Void, Never>? in
      switch source {
      case .data(let data):
        take([UInt8](data), of: "the data", index, generation)
        return nil
      case .file(let url):
        readFile(url, index, generation)
        return Task { [weak self, options] in
          await withDiscardingTaskGroup { group in
            let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            group.addTask { await FileWatch(url.path, logger: options.logger).run(signal) }
            for await _ in signals { self?.readFile(url, index, generation) }
          }
        }
      case .server(let url):
        let origin = "the kept copy of \(url.absoluteString)"
        if let bytes = options.kept(of: url) { take(bytes, of: origin, index, generation) }
        return Task { [weak self, options] in
          guard let content = await Self.fetch(url, options) else { return }
          self?.use(content, of: url.absoluteString, index, generation)
        }
      }
    }
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      state.loading = tasks
      return true
    }
    if !isCurrent { for task in tasks { task.cancel() } }
  }

  /// Loads the content from a server and stores the response. Returns `nil` after an error, which is reported.
  private static func fetch(_ url: URL, _ options: PathConfigurationLoaderOptions) async -> PathConfigurationContent? {
    do {
      let response = try await options.transport.get(url, headers: options.headers, limit: sizeLimit)
      guard response.status == 200 else {
        throw PathConfigurationError(url.absoluteString, "The server answered with status \(response.status).")
      }
      let content = try PathConfigurationContent(reading: response.body, of: url.absoluteString)
      options.keep(response.body, of: url)
      return content
    } catch {
      if !Task.isCancelled { options.report(error) }
      return nil
    }
  }

  /// The maximum size of a configuration, in bytes.
  private static let sizeLimit = 1 << 20

  private func readFile(_ url: URL, _ index: Int, _ generation: Int) {
    do {
      let bytes = [UInt8](try Data(contentsOf: url))
      let isNew = state.withLock { state in
        state.generation == generation && state.files.updateValue(bytes, forKey: index) != bytes
      }
      if isNew { take(bytes, of: url.path, index, generation) }
    } catch {
      options.report(PathConfigurationError(url.path, "The file cannot be read: \(error.localizedDescription)"))
    }
  }

  private func take(_ bytes: [UInt8], of origin: String, _ index: Int, _ generation: Int) {
    do {
      use(try PathConfigurationContent(reading: bytes, of: origin), of: origin, index, generation)
    } catch {
      options.report(error)
    }
  }

  /// Puts new content of a source into effect.
  private func use(_ content: PathConfigurationContent, of origin: String, _ index: Int, _ generation: Int) {
    for rule in content.rules {
      for pattern in rule.invalidPatterns {
        options.logger.warning(
          "a pattern of a path configuration is no regular expression and is skipped",
          metadata: ["pattern": "\(pattern)", "source": "\(origin)"])
      }
    }
    let delegate = state.withLock { state -> (any PathConfigurationDelegate)? in
      guard state.generation == generation else { return nil }
      state.contents[index] = content
      state.current = state.contents.last { $0 != nil }?.flatMap { $0 } ?? content
      return state.delegate
    }
    delegate?.pathConfigurationDidUpdate()
  }
}

/// A type that is notified of new content of a path configuration.
public protocol PathConfigurationDelegate: AnyObject, Sendable {
  /// Called after settings and rules were loaded, on any thread.
  func pathConfigurationDidUpdate()
}
