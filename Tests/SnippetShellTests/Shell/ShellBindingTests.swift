import DSBridgeLocks
import Foundation
import Observation
import SnippetBridgeTesting
import SnippetShell
import TestSupport
import Testing

/// The bindings of a shell, its tabs and its screens. A screen's binding takes precedence over the binding of its tab,
/// and a tab's binding over that of the shell.
@Suite(.timeLimit(.minutes(2))) struct ShellBindingTests {
  /// An interceptor that handles `/native/…` and records the questions.
  private final class Links: NavigationInterceptor {
    private let state = Mutex<[String]>([])

    func handleIntercept(_ intercept: NavigationRequest) -> Bool {
      guard case .url(let url) = intercept, url.path().hasPrefix("/native/") else { return false }
      state.withLock { $0.append(url.path()) }
      return true
    }

    var asked: [String] { state.withLock { $0 } }
  }

  private actor Place: LocationServicesBridge {
    let latitude: Double

    init(_ latitude: Double) { self.latitude = latitude }

    func checkPermission() {}
    func location(id: LocationRequestID, options: JSLocationMessageOptions?) -> CLLocation? {
      CLLocation(latitude: latitude, longitude: 0, horizontalAccuracy: 1)
    }
    func startUpdatingLocation(
      id: LocationRequestID, options: JSLocationMessageOptions?
    ) -> AsyncStream<CLLocation> { AsyncStream { $0.finish() } }
    func stopUpdatingLocation(id: LocationRequestID) {}
  }

  private actor Cameras: CameraMicrophoneServicesBridge {
    func checkCameraPermission() throws(CameraMicrophoneServicesError) { throw .cameraNotGranted }
    func checkMicrophonePermission() {}
  }

  /// The titles that an observer has seen.
  private final class Titles: Sendable {
    private let titles = Mutex<[String]>([])

    func add(_ title: String) { titles.withLock { $0.append(title) } }

    var last: String? { titles.withLock { $0.last } }
  }

  /// An answer of the location service: the permission `true`, or a position.
  private struct Answer: Decodable, Sendable {
    private enum CodingKeys: CodingKey { case latitude }

    let latitude: Double?

    init(from decoder: any Decoder) throws {
      latitude = try? decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .latitude)
    }
  }

  private func latitude(_ page: TestPage) async throws -> Double? {
    let call = try await page.ask("_bridge.location.getCurrentPosition", JSLocationMessageOptions(), as: Answer.self)
    return try await call.values.all().last?.latitude
  }

  private func mayFilm(_ page: TestPage) async throws -> Bool {
    let call = try await page.ask("_bridge.camera.permission", ["video": true, "audio": false], as: Bool.self)
    return (try? await call.value()) ?? false
  }

  @Test("S3: the view of a screen wins over those of its tab and of the shell; sheets and pages inherit")
  func theNearestViewWins() async throws {
    try await withShell(prepare: { shell in
      shell.tabs = [
        Tab("Home", content: .page("/home.html")),
        Tab(
          "Rooms",
          content: .pages(
            Pages([
              Page("One", content: .page("/missing-1.html")),
              Page("Two", content: .page("/missing-2.html")).bound { $0.bind(errorView: { _ in .text("the page's") }) },
            ]))),
      ]
      shell.tabs[0].bind(errorView: { _ in Node.text("the tab's") })
      shell.bind(errorView: { _ in Node.text("the shell's") })
    }) { browser, shell, _ in
      func sees(_ text: String) async throws {
        try await browser.wait(for: text) { $0.texts.contains(text) }
      }
      await shell.present(.page("/missing.html"))
      try await sees("the tab's")
      await shell.dismiss()
      let own = Screen.Content.page("/missing.html").bound { $0.bind(errorView: { _ in .text("the screen's") }) }
      for show in ["push", "present", "replace"] {
        await shell.perform { shell in
          switch show {
          case "push": _ = shell.push(own)
          case "present": _ = shell.present(own)
          default:
            shell.push(.page("/lake.html"))
            shell.replace(own)
          }
        }
        try await sees("the screen's")
        await shell.popToRoot()
        try await browser.wait(for: "the tab's root") { $0.topSource == "/home.html" }
      }
      let snippet = Snippet(id: "gone", target: .at(.path("/missing.html")))
      await shell.push(.snippet(snippet).bound { $0.bind(errorView: { _ in .text("the snippet's") }) })
      try await sees("the snippet's")
      try await browser.tap("Rooms")
      try await sees("the shell's")
      await shell.perform { $0.showPage(1) }
      try await sees("the page's")
    }
  }

  @Test("S2, S3: a loading view without arguments; a tab has a preloading view") func loadingViews() async throws {
    let isOpen = Mutex(false)
    let router = Router()
    router.get("/slow.html") { _, _ in
      while !isOpen.withLock({ $0 }) { await Task.yield() }
      return Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: ResponseBody(string: "<!doctype html><title>Slow</title>"))
    }
    try await withShell(
      router: router,
      prepare: { shell in
        shell.tabs = [
          Tab("Home", content: .page("/home.html")),
          Tab("Shop", content: .snippet(Snippet(id: "shop", target: .at(.path("/slow.html")), engine: .mustache))),
        ]
        shell.tabs[1].bind(preloadingView: { Node.text("preloading") })
        shell.bind(loadingView: { Node.text("loading") })
      }
    ) { browser, shell, _ in
      try await browser.tap("Shop")
      try await browser.wait(for: "the preloading view") { $0.texts.contains("preloading") }
      await shell.push(.page("/slow.html"))
      // Do not use `wait(for:)`, which would also wait for the page.
      while !(await browser.texts.contains("loading")) { await Task.yield() }
      isOpen.withLock { $0 = true }
      _ = try await browser.topPage()
    }
  }

  @Test("S4: the nearest interceptor is asked, also after a change") func theNearestInterceptorIsAsked() async throws {
    let (server, outer, tab, screen) = (Links(), Links(), Links(), Links())
    try await withShell(configure: { $0.interceptor = server }) { browser, shell, _ in
      let page = try await browser.topPage()
      #expect(try await !page.follow("/native/1"))
      await shell.bind(interceptor: outer)
      #expect(try await !page.follow("/native/2"))
      await shell.perform { $0.tabs[0].bind(interceptor: tab) }
      #expect(try await !page.follow("/native/3"))
      await shell.push(.page("/lake.html").bound { $0.bind(interceptor: screen) })
      try await browser.wait(for: "the screen") { $0.topSource == "/lake.html" }
      #expect(try await !browser.topPage().follow("/native/4"))
      try await browser.tap("Inbox")
      try await browser.wait(for: "the other tab") { $0.topSource == "/inbox.html" }
      #expect(try await !browser.topPage().follow("/native/5"))
    }
    #expect(server.asked == ["/native/1"])
    #expect(outer.asked == ["/native/2", "/native/5"])
    #expect(tab.asked == ["/native/3"])
    #expect(screen.asked == ["/native/4"])
  }

  @Test("S4, S9: the nearest services answer, with CLLocation") func theNearestServicesAnswer() async throws {
    try await withShell(configure: {
      $0.parts = [.location, .camera]
      $0.locationServiceBridge = Place(1)
    }) { browser, shell, _ in
      let page = try await browser.topPage()
      #expect(try await latitude(page) == 1)
      #expect(try await mayFilm(page))
      await shell.bind(locationServiceBridge: Place(2))
      #expect(try await latitude(page) == 2)
      await shell.perform { shell in
        shell.tabs[0].bind(locationServiceBridge: Place(3))
        shell.tabs[0].bind(cameraMicrophoneServiceBridge: Cameras())
      }
      #expect(try await latitude(page) == 3)
      #expect(try await !mayFilm(page))
      await shell.push(.page("/lake.html").bound { $0.bind(locationServiceBridge: Place(4)) })
      try await browser.wait(for: "the screen") { $0.topSource == "/lake.html" }
      let screen = try await browser.topPage()
      #expect(try await latitude(screen) == 4)
      #expect(try await !mayFilm(screen))
    }
  }

  @Test("S4: the nearest handler of downloads is called") func theNearestDownloadHandlerIsCalled() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ShellBindingTests-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (ends, teller) = AsyncStream<String>.makeStream()
    var end = ends.makeAsyncIterator()
    @Sendable func handler(_ name: String) -> WebViewBindings.DownloadHandler { { _, _ in teller.yield(name) } }
    func download(_ browser: TestShell) async throws {
      #expect(try await browser.topPage().post("/_bridge/download?name=a.txt", "text").status == 204)
    }
    try await withShell(configure: { $0.downloads = Downloads(folder: folder, completed: handler("server")) }) {
      browser, shell, _ in
      try await download(browser)
      #expect(await end.next() == "server")
      await shell.onDownloadCompleted(handler("shell"))
      try await download(browser)
      #expect(await end.next() == "shell")
      await shell.perform { $0.tabs[0].onDownloadCompleted(handler("tab")) }
      try await download(browser)
      #expect(await end.next() == "tab")
      await shell.push(.page("/lake.html").bound { $0.onDownloadCompleted(handler("screen")) })
      try await browser.wait(for: "the screen") { $0.topSource == "/lake.html" }
      try await download(browser)
      #expect(await end.next() == "screen")
      try await browser.tap("Inbox")
      try await browser.wait(for: "the other tab") { $0.topSource == "/inbox.html" }
      try await download(browser)
      #expect(await end.next() == "shell")
    }
  }

  @Test(
    "S3, S4: a page behind a link has the views, the interceptor and the services of the page with the link",
    arguments: [Proposal.Decision.push, .present(.large), .replace])
  func aLinkKeepsTheBindings(decision: Proposal.Decision) async throws {
    let links = Links()
    let shop = Screen.Content.snippet(Snippet(id: "shop", target: .at(.path("/home.html")))).bound {
      $0.bind(interceptor: links)
      $0.bind(locationServiceBridge: Place(5))
      $0.bind(errorView: { _ in .text("closed") })
      $0.bind(title: { _ in "Shop" })
    }
    try await withShell(
      configure: { $0.parts = [.location] },
      prepare: { shell in
        shell.tabs = [Tab("Shop", content: shop)]
        shell.proposalHandler = { _, _ in decision }
      }
    ) { browser, shell, _ in
      #expect(try await !browser.topPage().follow("/rooms.html"))
      try await browser.wait(for: "the next page") { $0.topSource == "/rooms.html" }
      let page = try await browser.topPage()
      #expect(try await latitude(page) == 5)
      #expect(try await !page.follow("/native/1"))
      #expect(links.asked == ["/native/1"])
      #expect(await shell.topScreen?.title != "Shop")
      #expect(try await !page.follow("/missing.html"))
      try await browser.wait(for: "the error view") { $0.texts.contains("closed") }
    }
  }

  @Test(
    "S4: another server behind a link does not get the services of the page with the link",
    arguments: [Proposal.Decision.push, .load])
  func anotherServerGetsNoServices(decision: Proposal.Decision) async throws {
    let site = try HandmadeUpstream { _, _ in .ok("<title>Site</title>", type: "text/html") }
    let address = "http://127.0.0.1:\(site.port)/"
    let policy = try NavigationPolicy(parsing: [address])
    var options = ShellConfiguration()
    options.browser = .init()
    try await withShell(
      options: options,
      configure: {
        $0.parts = [.location]
        $0.navigationPolicy = policy
      }
    ) { browser, shell, _ in
      func permission(_ path: String) async throws -> String {
        try await browser.wait(for: "the page \(path)") { $0.topSource?.hasSuffix(path) == true }
        return try await browser.topPage().call("_bridge.location.permission")
      }
      await shell.perform { shell in
        shell.proposalHandler = { _, _ in decision }
        shell.push(.page("/lake.html").bound { $0.bind(locationServiceBridge: Place(1)) })
      }
      #expect(try await permission("/lake.html") == "granted")
      #expect(try await !browser.topPage().follow(address + "one"))
      #expect(try await permission("/one") == "")
      // If the program itself pushes a screen with a page of that server, the screen's binding applies.
      let two = try #require(URL(string: address + "two"))
      await shell.push(.url(two).bound { $0.bind(locationServiceBridge: Place(2)) })
      #expect(try await permission("/two") == "granted")
      #expect(try await !browser.topPage().follow("three"))
      #expect(try await permission("/three") == "granted")
    }
  }

  @Test("S5: a navigator that was created before its web view") func aNavigatorIsBoundLater() async throws {
    let (navigator, inner) = (TWSViewNavigator(), TWSViewNavigator())
    #expect(navigator.webView == nil && !navigator.canGoBack && navigator.title.isEmpty)
    navigator.goBack()
    let seen = Titles()
    @Sendable func observe() {
      withObservationTracking {
        let title = navigator.title
        seen.add(title)
      } onChange: {
        Task { observe() }
      }
      // The title may have changed before the tracking began.
      let title = navigator.title
      seen.add(title)
    }
    observe()
    try await withShell(prepare: { shell in
      ShellFixture.threeTabs(shell)
      shell.bind(navigator: navigator)
    }) { browser, shell, _ in
      let page = try await browser.topPage()
      while true {
        let webView = await shell.topScreen?.webView
        if let webView, navigator.webView === webView { break }
        await Task.yield()
      }
      await page.tell("title", "\"Lakeside\"")
      while seen.last != "Lakeside" { await Task.yield() }
      let urls = await page.urls()
      let base = await page.url
      navigator.load(url: try #require(URL(string: "/rooms.html", relativeTo: base)))
      var visited: [String] = []
      for try await url in urls {
        visited.append(url.path())
        if url.path() == "/rooms.html" { break }
      }
      #expect(visited.last == "/rooms.html")
      await shell.push(.page("/lake.html").bound { $0.bind(navigator: inner) })
      while true {
        let webView = await shell.topScreen?.webView
        if let webView, inner.webView === webView { break }
        await Task.yield()
      }
      #expect(navigator.webView !== inner.webView)
    }
  }

  @Test("S31: the title of a screen can be set, and read from an element") func titlesAreSetAndRead() async throws {
    try await withShell(prepare: { shell in
      ShellFixture.threeTabs(shell)
      shell.tabs[1].bind(titleOf: "h1")
    }) { browser, shell, _ in
      _ = try await browser.topPage()
      await shell.setTitle("Welcome")
      #expect(await shell.topScreen?.title == "Welcome")
      try await browser.wait(for: "the title") { $0.title == "Welcome" }
      await shell.setTitle(nil)
      try await browser.wait(for: "the page's title") { $0.title != "Welcome" }
      let scripts = Mutex<[String]>([])
      try await browser.tap("Rooms")
      try await browser.wait(for: "the rooms") { $0.topSource == "/rooms.html" }
      let page = try await browser.topPage()
      await page.onEvaluate { script in
        scripts.withLock { $0.append(script) }
        return "Rooms at the lake"
      }
      await page.tell("title", "\"rooms.html\"")
      try await browser.wait(for: "the heading") { $0.title == "Rooms at the lake" }
      #expect(scripts.withLock { $0 }.allSatisfy { $0.contains(#"querySelector("h1")"#) })
    }
  }

  @Test("S32: a proposal's decision carries native content") func aDecisionCarriesNativeContent() async throws {
    try await withShell { browser, shell, _ in
      await shell.perform { shell in
        shell.proposalHandler = { proposal, _ in
          guard proposal.url.path() == "/numbers.html" else { return proposal.defaultDecision }
          return .push(.native(title: "Numbers") { _ in Node.text("One, two") })
        }
      }
      #expect(try await !browser.topPage().follow("/numbers.html"))
      try await browser.wait(for: "the native screen") { $0.texts.contains("One, two") }
      #expect(await shell.topScreen?.title == "Numbers")
      try await browser.goBack()
      try await browser.wait(for: "the page") { $0.topSource == "/home.html" }
    }
  }
}
