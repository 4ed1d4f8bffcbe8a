import SnippetBridgeTesting
import SnippetShell
import Testing

/// Code that uses the names of TWS ("The Web Snippet") and must compile.
@Suite(.timeLimit(.minutes(2))) struct TWSNamesTests {
  /// The interceptor of TWS's documentation. Its misspelled type name is replaced with `TWSIntercepted`.
  private final class CustomInterceptor: TWSViewInterceptor {
    private(set) var count = 0
    private var downloads: [TWSDownloadState] = []

    func ended(_ state: TWSDownloadState) { downloads.append(state) }

    func handleIntercept(_ intercept: TWSIntercepted) -> Bool {
      // This line compiles only if the function is isolated to the main actor.
      count += 1
      switch intercept {
      case .url(let url): return url.host() == "native.example.com"
      case .path(let path): return path == "/example"
      }
    }
  }

  private actor Nowhere: LocationServicesBridge {
    func checkPermission() throws { throw LocationServicesError.denied }
    func location(id: Double, options: JSLocationMessageOptions?) -> CLLocation? { nil }
    func startUpdatingLocation(id: Double, options: JSLocationMessageOptions?) -> AsyncStream<CLLocation> {
      AsyncStream { $0.finish() }
    }
    func stopUpdatingLocation(id: Double) {}
  }

  private actor Cameras: CameraMicrophoneServicesBridge {
    func checkCameraPermission() {}
    func checkMicrophonePermission() {}
  }

  @Test("S1: the names of TWS") func theNamesOfTWS() async throws {
    let interceptor = CustomInterceptor()
    let navigator = TWSViewNavigator()
    try await withShell(
      configure: { $0.parts = [.location, .camera, .downloads] },
      prepare: { shell in
        let snippet = TWSSnippet(id: "home", target: .at(.path("/home.html")))
        shell.tabs = [Tab("Home", content: .snippet(snippet).twsBind(interceptor: interceptor))]
        shell.twsBind {
          $0.twsBind(loadingView: { Node.text("Loading…") })
            .twsBind(loadingView: { progress in Node.text("Loading \(progress ?? 0)") })
            .twsBind(preloadingView: { Node.text("Preloading…") })
            .twsBind(errorView: { error in Node.text("An error occurred: \(error)") })
            .twsBind(errorView: { error, reload in Node.button("\(error)") { _ in await reload() } })
            .twsBind(navigator: navigator)
            .twsBind(locationServiceBridge: Nowhere())
            .twsBind(cameraMicrophoneServiceBridge: Cameras())
            .twsOnDownloadCompleted { state in interceptor.ended(state) }
        }
      }
    ) { browser, _, _ in
      let page = try await browser.topPage()
      #expect(try await !page.follow("https://native.example.com/settings"))
      #expect(await browser.opened.isEmpty)
      #expect(await interceptor.count >= 1)
      let id = await page.webView
      #expect(navigator.webView?.id == id)
    }
  }
}
