import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridgeDevelopment
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The link between a program and the command `snippet-bridge dev`, which has started the program.
///
/// The command passes one end of a socket pair as the program's standard input. It sends the script that reloads pages,
/// so the library itself contains no such script. When the command ends, the program ends too
/// (docs/decisions/0035).
final class DevelopmentLink: Sendable {
  /// The process's link, or `nil` if `snippet-bridge dev` has not started it.
  static let shared = DevelopmentLink()

  private struct State {
    /// The first server that has started. Messages concern only this server.
    weak var server: BridgeServer?
    var hasServer = false
    var problems: [Problem] = []
  }

  /// The ports of the program that this one replaces, in the order of its listeners. Empty if there is none.
  let ports: [Int]
  /// The script that all pages load.
  let script: [UInt8]
  private let socket: DevelopmentSocket
  private let state = Mutex(State())

  /// The environment variable that the command sets.
  private static let variable = "SNIPPETBRIDGE_DEV"

  private init?() {
    guard getenv(Self.variable) != nil, DevelopmentSocket.isEnd(STDIN_FILENO) else { return nil }
    // Children of the program must neither inherit the socket nor read from it.
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let null = open("/dev/null", O_RDONLY)
    guard descriptor >= 0, null >= 0 else { return nil }
    dup2(null, STDIN_FILENO)
    close(null)
    // The command reads standard output through a pipe, for which the C library would buffer whole blocks.
    SystemOutput.writeEachLine()
    let socket = DevelopmentSocket(descriptor)
    guard let data = socket.receive(within: 5),
      case .begin(let ports, let script) = try? JSONDecoder().decode(CommandMessage.self, from: data)
    else { return nil }
    self.ports = ports
    self.script = Array(script.utf8)
    self.socket = socket
    socket.receive { [weak self] in self?.received($0) }
  }

  private func received(_ data: Data?) {
    guard let data else {
      // The command has ended or was killed. `raise` would send the signal to this thread, which blocks the signal.
      kill(getpid(), SIGTERM)
      return
    }
    switch try? JSONDecoder().decode(CommandMessage.self, from: data) {
    case .changed(let paths): changed(paths)
    case .problems(let problems): show(problems)
    case .reload: reload()
    case .restarting: tellPages("restarting", "null")
    case .begin, nil: break
    }
  }

  private var server: BridgeServer? { state.withLock { $0.server } }

  /// Sends a message to the script in all pages.
  private func tellPages(_ name: String, _ json: String, where isConcerned: (WebView) -> Bool = { _ in true }) {
    for webView in server?.webViews ?? [] where isConcerned(webView) {
      webView.tellPage("dev", JSON("[\"\(name)\",\(json)]"))
    }
  }

  private func changed(_ paths: [String]) {
    guard let server, let list = try? JSONSerializer().encode(paths) else { return }
    // The fallback document is served at many paths, so pages cannot recognize it by its path.
    if let fallback = server.configuration.documentFallback, paths.contains("/\(fallback)") { return reload() }
    tellPages("changed", "\(list)") { $0.client?.proxiedSite == nil }
  }

  // The servers of proxied sites reload their own pages.
  private func reload() { tellPages("reload", "null") { $0.client?.proxiedSite == nil } }

  private func show(_ problems: [Problem]) {
    state.withLock { $0.problems = problems }
    if let list = try? JSONSerializer().encode(problems) { tellPages("problems", "\(list)") }
  }

  // MARK: Reports of the server

  /// Prepares the configuration of a server that is about to start. Lets it use the ports of the replaced program.
  func adjust(_ configuration: inout WebServerConfiguration, of server: BridgeServer) {
    let isFirst = state.withLock { state in
      guard !state.hasServer else { return false }
      (state.server, state.hasServer) = (server, true)
      return true
    }
    guard !ports.isEmpty else { return }
    configuration.sharesPorts = true
    guard isFirst, ports.count == configuration.listeners.count else { return }
    for index in configuration.listeners.indices where configuration.listeners[index].port == 0 {
      configuration.listeners[index].port = ports[index]
    }
  }

  /// Reports that a server accepts connections. Ignores servers other than the first one.
  func started(_ server: BridgeServer, at urls: [URL], _ listeners: [WebServerConfiguration.Listener], ports: [Int]) {
    guard server === self.server else { return }
    let configuration = server.configuration
    let sources = [configuration.documents ?? nil] + configuration.listeners.map(\.documents)
    var roots = sources.compactMap { ($0 as? FolderDocuments)?.path }
    if configuration.documents == nil { roots.append(configuration.root) }
    socket.send(
      ProgramMessage.listening(
        ServedAddresses(
          urls: urls.map(\.absoluteString),
          listeners: zip(zip(listeners, ports), configuration.places).map { listener, place in
            .init(
              host: listener.0.host, port: listener.1, certificate: listener.0.tls?.certificateFile,
              key: listener.0.tls?.keyFile, site: place.site)
          }, names: configuration.names.sorted(),
          roots: roots.map { URL(filePath: $0).standardizedFileURL.path(percentEncoded: false) },
          isRestricted: configuration.token != nil || configuration.clientAuthority != nil)))
  }

  /// Reports the number of pages that browsers show in tabs of the first server.
  func webViewsChanged() {
    if let server { socket.send(ProgramMessage.pages(server.webViews.count { !$0.hosted.isIframe })) }
  }

  /// Sends the current problems to a new document.
  func documentOpened(in webView: WebView) {
    let problems = state.withLock { $0.problems }
    guard !problems.isEmpty, let list = try? JSONSerializer().encode(problems) else { return }
    webView.tellPage("dev", JSON("[\"problems\",\(list)]"))
  }
}
