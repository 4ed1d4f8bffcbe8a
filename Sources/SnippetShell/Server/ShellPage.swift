import DSBridge
import Foundation
import HTTPTypes
import SnippetBridge
import SnippetBridgeCResources
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The HTML page of the shell, with its script and style sheet. All three are embedded in the library.
struct ShellPage: Sendable {
  static let path = "/_bridge/shell"
  /// The path that a watchdog requests to check whether a browser shows a shell.
  static let presencePath = "/_bridge/shell/shown"
  static let filePrefix = Array("/_bridge/shell-".utf8)

  // The files are computed only once, because this is slow in a debug build.
  private static let script = PageFile("shell", Array(embedded_shell_js), type: "text/javascript", extension: "js")
  private static let styles = PageFile(
    "shell", Array(embedded_shell_css), type: "text/css", extension: "css")

  private let head: String
  private let policy: String
  private let tail: String

  init(_ script: PageScript, configuration: ShellConfiguration) {
    let title = configuration.title.escaped
    let idleTime =
      configuration.kiosk?.idleTime.map { " data-idle=\"\(Int(($0 / .milliseconds(1)).rounded()))\"" } ?? ""
    let kiosk = configuration.kiosk == nil ? "" : " data-kiosk=\"\"\(idleTime)"
    let ownStyles = configuration.styleSheet.map { "<link rel=\"stylesheet\" href=\"\($0.escaped)\">" } ?? ""
    let isRightToLeft = Locale.Language(identifier: configuration.language).characterDirection == .rightToLeft
    let direction = isRightToLeft ? #" dir="rtl""# : ""
    let tag = String(decoding: script.tag, as: UTF8.self)
    head = """
      <!doctype html><html lang="\(configuration.language.escaped)"\(direction)><head><meta charset="utf-8">\(tag)
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(Self.styles.path)" integrity="\(Self.styles.integrity)">\(ownStyles)
      <script defer src="\(Self.script.path)" integrity="\(Self.script.integrity)" data-ticket="
      """
    tail = """
      "\(kiosk)></script></head><body><noscript>This page needs JavaScript.</noscript></body></html>
      """
    let sources = (script.sources + ["'\(Self.script.integrity)'"]).joined(separator: " ")
    policy = """
      default-src 'none'; script-src \(sources); style-src 'self'; img-src * data:; font-src 'self'; connect-src 'self'; \
      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src
      """
  }

  /// Returns the shell's page. Rejects requests that are not for the top-level document of a browser tab.
  /// - Parameters:
  ///   - pageOrigins: the origins of other servers whose pages may be shown in iframes.
  ///   - sites: returns the Content-Security-Policy source for proxied sites, as seen from an origin.
  func response(
    to request: ServerRequest, pageOrigins: Set<String>, sites: (_ origin: String) -> String?, ticket: () -> String
  ) -> ServerResponse {
    guard request.method == .get || request.method == .head else { return ErrorPage.methodNotAllowed() }
    if let destination = request.header(.fetchDestination), destination != "document" {
      let sentence = "The shell can be shown only at the top level of a tab, not in an iframe."
      return ErrorPage(.forbidden, detail: sentence).response()
    }
    let host = request.authority?.replacing(/:\d+$/, with: "") ?? "localhost"
    let scheme = request.isSecure ? "https" : "http"
    let ports = request.listeners.filter(\.hasOwnPages).map { "\(scheme)://\(host):\($0.port)" }
    let iframes = pageOrigins.union(ports + [sites("\(scheme)://\(host)")].compactMap(\.self)).sorted()
    var response = ServerResponse(
      .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: "\(policy) 'self' \(iframes.joined(separator: " "))",
      ], body: .bytes(Array((head + ticket() + tail).utf8)))
    for (name, value) in [("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin")] {
      if let header = AddedHeaders(name, value) { response.set(header) }
    }
    return response
  }

  func file(for request: ServerRequest) -> ServerResponse? {
    guard let file = [Self.script, Self.styles].first(where: { $0.path == request.path }) else { return nil }
    guard request.method == .get || request.method == .head else { return ErrorPage.methodNotAllowed() }
    return ServerResponse(
      .ok,
      headers: [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"],
      body: .bytes(file.bytes))
  }
}

extension String {
  /// The text, escaped for use in an HTML attribute or HTML text.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
