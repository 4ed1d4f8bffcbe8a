import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// The names of Turbo iOS, which the module provides for older programs.
@Suite(.timeLimit(.minutes(1))) struct DeprecatedTests {
  @Test("R57: Turbo iOS's errors")
  func errors() {
    #expect(TurboError(.http(.client(.unauthorized))) == .http(statusCode: 401))
    #expect(TurboError(HotwireNativeError(turboStatusCode: -1)) == .timeoutFailure)
    #expect(TurboError(HotwireNativeError(turboStatusCode: 0)) == .networkFailure)
    #expect(TurboError(.load(.notReady)) == .networkFailure)
  }

  private final class OldDelegate: TurboDelegate {
    var opened: [URL] = []

    func session(session: Session, openExternalURL url: URL) { opened.append(url) }
  }

  @Test("R63: openExternalURL replaces the window")
  func openExternalURL() async throws {
    let url = try #require(URL(string: "https://other.example/page"))
    try await VisitsFixture.run { visits in
      let opened = await visits.perform { navigator, _ in
        let delegate = OldDelegate()
        navigator.delegate = delegate
        navigator.route(url)
        return delegate.opened
      }
      #expect(opened == [url])
      try await visits.follow("/books")
      #expect(await visits.browser.opened.isEmpty)
    }
  }

  @available(*, deprecated)
  @Test("R1, R42: the old initializers and visitableURL compile, with a warning")
  func names() throws {
    let url = try #require(URL(string: "http://host.example/"))
    #expect(Navigator().configuration.startLocation.relativeString == "/")
    let paths = PathConfiguration()
    #expect(Navigator(pathConfiguration: paths).configuration.config.pathConfiguration === paths)
    #expect(Navigator(delegate: DefaultNavigatorDelegate()).delegate != nil)
    #expect(VisitableViewController(url: url).visitableURL == url)
  }
}
