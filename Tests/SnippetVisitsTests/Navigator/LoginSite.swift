import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// A site with an account page that needs a login. It is served by routes of the shell's server, or as a proxied site.
final class LoginSite: Sendable {
  /// The requests, such as `GET /home`, with their user agents.
  let requests = Mutex<[(line: String, userAgent: String)]>([])

  func router() -> sending Router<BasicRequestContext> {
    let router = Router()
    router.get("/home") { request, _ in self.page("Home", request) }
    router.get("/login") { request, _ in self.page("Log in", request) }
    router.get("/account") { request, _ in
      let user = request.headers[.cookie]?.firstMatch(of: /user=(\w+)/).map { String($0.1) }
      var response = self.page(user.map { "Hello \($0)" } ?? "Account", request)
      guard user == nil else { return response }
      response.status = .unauthorized
      response.headers[.wwwAuthenticate] = "Basic realm=shop"
      return response
    }
    router.post("/login") { request, _ in
      let form = String(decoding: try await request.body.collect(upTo: 1000), as: UTF8.self)
      var response = self.page("Log in", request)
      guard let name = form.firstMatch(of: /name=(\w+)/)?.1 else {
        response.status = .unprocessableContent
        return response
      }
      response.status = .seeOther
      response.headers[.location] = "/home"
      response.headers[.setCookie] = "user=\(name); Path=/"
      return response
    }
    return router
  }

  private func page(_ title: String, _ request: Request) -> Response {
    requests.withLock { $0.append(("\(request.method) \(request.uri.path)", request.headers[.userAgent] ?? "")) }
    return Response(
      status: .ok, headers: [.contentType: "text/html"], body: .init(string: "<title>\(title)</title>"))
  }

  /// A shell that shows the site, with its server and a simulated browser.
  struct Shown {
    let server: BridgeServer
    let browser: TestShell
    let shell: Shell

    /// Starts the simulation of Turbo in the page that the browser shows at a path.
    func turbo(at path: String) async throws -> TestTurbo {
      try await browser.wait(for: "the page at \(path)") { $0.topSource?.hasSuffix(path) == true }
      return await TestTurbo.begin(in: try await browser.topPage(), isFetching: true)
    }
  }

  /// Runs a test with a shell whose tabs begin at paths of the site.
  nonisolated(nonsending) func run(isProxied: Bool, tabs: [String], test: (Shown) async throws -> Void) async throws {
    guard isProxied else { return try await show(at: "", isProxied: false, tabs, test) }
    let upstream = try BridgeServer(configuration: BridgeConfiguration(port: 0), router: router()) { _ in }
    try await upstream.run {
      let port = try #require(try await upstream.url().port)
      try await self.show(at: "http://127.0.0.1:\(port)", isProxied: true, tabs, test)
    }
  }

  private nonisolated(nonsending) func show(
    at origin: String, isProxied: Bool, _ tabs: [String], _ test: (Shown) async throws -> Void
  ) async throws {
    var configuration = BridgeConfiguration(port: 0)
    if isProxied { configuration.proxiedSites = [ProxiedSite(name: "shop", target: origin)] }
    let server = try BridgeServer(configuration: configuration, router: isProxied ? Router() : router()) { _ in }
    server.shell { shell in
      var config = HotwireConfig()
      config.pathConfiguration = PathConfiguration(sources: [.data(Data(rules.utf8))])
      config.applicationUserAgentPrefix = "Bookshop"
      config.bridgeComponents = [MenuComponent.self]
      let navigators = tabs.map { path in
        let start = URL(string: origin + path) ?? URL(filePath: "/")
        return Navigator(
          configuration: .init(name: path, startLocation: start, config: config), delegate: Login(), isolation: shell)
      }
      shell.tabs = navigators.map { Tab($0.configuration.name, navigator: $0) }
      navigators.first?.start()
    }
    try await server.run {
      let browser = try await TestShell.open(try await server.url())
      try await test(Shown(server: server, browser: browser, shell: try #require(server.shells.first)))
      await browser.close()
    }
  }
}
