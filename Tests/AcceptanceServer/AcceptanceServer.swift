import ArgumentParser
import SnippetBridge

/// The server program for the browser tests of the acceptance cases (docs/internals/acceptance.md). It provides
/// interfaces but no pages.
@main
struct AcceptanceServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions

  @Option(help: "The folder for downloads.")
  var downloads: String?

  @Option(help: "The time limit of blocking calls, in milliseconds.")
  var blockingCallTimeLimit: Int?

  @Option(help: "The time without messages after which a page gets a heartbeat, in milliseconds.")
  var heartbeatInterval: Int?

  @Flag(help: "Answer requests for location, camera and microphone in Swift, with the answers that the page sets.")
  var services = false

  @Flag(help: "Answer dialogs in Swift, with the answers that the page sets.")
  var dialogs = false

  @Flag(help: "Speak the wire of the page script in docs/guides/own-page-script.md.")
  var mini = false

  func validate() throws {
    guard blockingCallTimeLimit ?? 1 > 0 else {
      throw ValidationError("--blocking-call-time-limit must be at least 1, not \(blockingCallTimeLimit ?? 0).")
    }
  }

  func run() async throws {
    var configuration = bridge.configuration()
    configuration.downloads = downloads.map { Downloads(folder: $0) }
    if let blockingCallTimeLimit { configuration.webViews.blockingCallTimeLimit = .milliseconds(blockingCallTimeLimit) }
    if let heartbeatInterval { configuration.sockets.heartbeatInterval = .milliseconds(heartbeatInterval) }
    if services { configuration.parts = [.location, .camera] }
    if dialogs { configuration.parts.insert(.dialogs) }
    let server = try BridgeServer(configuration: configuration) { [services, dialogs, mini] webView in
      prepare(webView)
      if services { bindServices(to: webView) }
      if dialogs { bindDialogs(to: webView) }
      if mini { webView.keystone = MiniKeystone() }
    }
    for snippet in configuration.proxiedSites {
      server.prepare(proxiedSite: snippet.name) { [services] webView in
        prepare(webView)
        if services { bindServices(to: webView) }
      }
    }
    try await server.runUntilSignal()
  }
}

/// Adds the interfaces. Called once for each web view.
func prepare(_ webView: WebView) {
  webView.addInterface(RootInterface(), by: nil)
  webView.addInterface(DeepInterface(), by: "a.b.c")
  webView.addInterface(EnumInterface.onStreet, by: "street")
  webView.addInterface(EnumInterface.inSchool, by: "school")
  webView.addInterface(Declarations(), by: "declarations")
  webView.addInterface(Results(), by: "results")
  webView.addInterface(Sequences(), by: "sequences")
  webView.addInterface(StuckThreads(), by: "stuck")
  for (index, stuck) in Stuck.all.enumerated() { webView.addInterface(stuck, by: "stuck\(index)") }
  webView.addInterface(Control(webView: webView), by: "control")
  webView.addInterface(CallsToPage(webView: webView), by: "page")
  webView.addInterface(Navigations(webView: webView), by: "navigations")
  // The page has not loaded yet. When it later registers a function with this name, the function receives the call.
  webView.call("early", with: ["prepared"])
}

/// Binds services that belong to this web view only.
func bindServices(to webView: WebView) {
  let (places, cameras) = (Places(), Cameras())
  webView.bind(locationServiceBridge: places)
  webView.bind(cameraMicrophoneServiceBridge: cameras)
  webView.addInterface(PlaceControl(places: places), by: "places")
  webView.addInterface(CameraControl(cameras: cameras), by: "cameras")
}

/// Binds a delegate that belongs to this web view only.
func bindDialogs(to webView: WebView) {
  let dialogs = Dialogs()
  webView.uiDelegate = dialogs
  webView.addInterface(DialogControl(dialogs: dialogs), by: "dialogs")
}
