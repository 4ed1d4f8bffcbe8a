import SnippetBridge

// The code of docs/guides/services.md.

func serviceConfiguration() throws -> BridgeConfiguration {
  var configuration = BridgeConfiguration(root: "public")
  configuration.locationServiceBridge = GPSD()
  return configuration
}

actor Depot: LocationServicesBridge {
  func checkPermission() async throws {
    if isClosed { throw LocationServicesError.denied }
  }

  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    Location(latitude: 46.0514, longitude: 14.506, horizontalAccuracy: 20)
  }

  func startUpdatingLocation(
    id: LocationRequestID, options: JSLocationMessageOptions?
  ) -> AsyncStream<Location> {
    let (locations, watcher) = AsyncStream<Location>.makeStream()
    watchers[id] = watcher
    return locations
  }

  func stopUpdatingLocation(id: LocationRequestID) {
    watchers.removeValue(forKey: id)?.finish()
  }

  private var isClosed = false
  private var watchers: [LocationRequestID: AsyncStream<Location>.Continuation] = [:]
}

actor Cameras: CameraMicrophoneServicesBridge {
  func checkCameraPermission() async throws(CameraMicrophoneServicesError) {
    if isInUse { throw .cameraNotGranted }
  }

  func checkMicrophonePermission() async throws(CameraMicrophoneServicesError) {}

  private var isInUse = false
}

func serviceForOnePage() throws -> BridgeServer {
  var configuration = BridgeConfiguration(root: "public")
  configuration.parts = [.location, .camera]
  return try BridgeServer(configuration: configuration) { webView in
    webView.bind(locationServiceBridge: Depot())
    webView.bind(cameraMicrophoneServiceBridge: Cameras())
  }
}

struct Dialogs: WebViewUIDelegate {
  func webView(_ webView: WebView, runJavaScriptAlertPanelWithMessage message: String) async -> DialogAnswer<Void> {
    print("a page says: \(message)")
    return .answer(())
  }

  func webView(_ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String) async -> DialogAnswer<Bool> {
    message.hasPrefix("Delete") ? .browser : .answer(true)
  }

  func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?> {
    guard let scan = await scanner.scan() else { return .answer(nil) }
    return .answer([ChosenFile(name: "scan.pdf", type: "application/pdf", bytes: scan)])
  }

  let scanner = Scanner()
}

func dialogConfiguration() -> BridgeConfiguration {
  var configuration = BridgeConfiguration(root: "public")
  configuration.uiDelegate = Dialogs()
  return configuration
}

struct Scanner {
  func scan() async -> [UInt8]? { nil }
}
