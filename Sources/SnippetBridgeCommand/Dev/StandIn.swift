import DSBridgeLocks
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeDevelopment
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// A server that answers in place of a program that has ended. Its answers contain the program's last output.
final class StandIn: Sendable {
  private let handler: StandInHandler
  private let isRestricted: Bool
  private let server: WebServer

  init(at addresses: ServedAddresses, problems: [Problem]) {
    var configuration = WebServerConfiguration()
    // The sockets of a program that is about to end may still be open.
    configuration.sharesPorts = true
    configuration.loops = 1
    configuration.listeners = addresses.listeners.map { listener in
      let tls = listener.certificate.flatMap { certificate in
        listener.key.map { TLSConfiguration(certificateFile: certificate, keyFile: $0) }
      }
      return .init(host: listener.host, port: listener.port, tls: tls, hasOwnPages: listener.site == nil)
    }
    isRestricted = addresses.isRestricted
    handler = StandInHandler(
      names: Set(addresses.names.compactMap { WebHost($0) }), sites: Set(addresses.listeners.compactMap(\.site)))
    server = WebServer(
      configuration: configuration, handler: handler,
      logger: Logger(label: "stand-in") { _ in SwiftLogNoOpLogHandler() })
    show(problems)
  }

  /// Starts to listen. Returns the ports of the listeners. Throws a `WebServerError` if another program uses the
  /// addresses.
  @discardableResult func start() async throws -> [Int] { try await server.start() }

  /// Changes the problems to show. The program's own checks of browsers, such as a token, do not apply here. If there
  /// are any, the pages only name the terminal.
  func show(_ problems: [Problem]) {
    handler.problems.withLock { $0 = isRestricted ? StandInHandler.hidden : problems }
  }

  func stop() async { await server.stop(within: .zero) }
}

/// The handler of a ``StandIn``. It answers all requests with status 503.
private final class StandInHandler: RequestHandler {
  /// The problems that are shown to browsers that may not see the program's output.
  static let hidden = [Problem("The terminal of snippet-bridge dev shows the reason.")]

  let problems = Mutex<[Problem]>([])
  private let names: Set<WebHost>
  /// The names of the proxied sites, whose pages may not see the program's output.
  private let sites: Set<String>

  init(names: Set<WebHost>, sites: Set<String>) {
    self.names = names
    self.sites = sites
  }

  func handle(_ request: ServerRequest) -> RequestAction {
    // Otherwise, a page of another site could read the output by DNS rebinding.
    guard let authority = request.authority,
      let host = WebOrigin(authority: authority, isSecure: request.isSecure)?.host,
      host.isLoopback || host.isNumeric || names.contains(host)
    else { return .respond(ServerResponse(.misdirectedRequest)) }
    var headers: HTTPFields = [.cacheControl: "no-store", .retryAfter: "1"]
    // The page script repeats such a request after this response.
    guard request.method == .get else { return .respond(ServerResponse(.serviceUnavailable, headers: headers)) }
    let isReport = request.path == "/_bridge/dev"
    headers[.contentType] = isReport ? "application/json" : "text/html; charset=utf-8"
    let isOfSite =
      request.listeners.indices.contains(request.listener) && !request.listeners[request.listener].hasOwnPages
      || sites.contains { host.isSubdomain(of: .name("localhost")) && host.description.hasPrefix("\($0).") }
    let problems = isOfSite ? Self.hidden : problems.withLock { $0 }
    let report = isReport ? try? JSONEncoder().encode(problems) : nil
    let body = report.map { Array($0) } ?? Array(Self.page(problems).utf8)
    return .respond(ServerResponse(.serviceUnavailable, headers: headers, body: .bytes(body)))
  }

  func handlePlainText(_ request: ServerRequest) -> ServerResponse { ServerResponse(.badRequest) }

  /// Returns a page that shows the problems, and that reloads when the program runs again.
  private static func page(_ problems: [Problem]) -> String {
    let parts = problems.map { "<h2>\(escaped($0.title))</h2><pre>\(escaped($0.lines.joined(separator: "\n")))</pre>" }
    return """
      <!doctype html><meta name="viewport" content="width=device-width"><title>The program does not run</title>
      <style>body{background:#1b1d22;color:#e8eaed;font:15px/1.5 system-ui;margin:24px}h1{font-size:18px;color:#ff8f87}
      h2{font-size:15px}pre{background:#0c0d10;padding:12px;border-radius:8px;overflow-x:auto}p{color:#a8adb5}</style>
      <h1>The program does not run</h1>\(parts.joined())<p>This page loads again when the program runs.</p>
      <script>setInterval(() => fetch('/_bridge/dev', { cache: 'no-store' })
        .then((response) => response.status === 503 || location.reload(), () => {}), 500)</script>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
