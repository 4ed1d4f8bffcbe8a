import SnippetBridge

/// Decides about camera and microphone as the page of the test tells it, and remembers what it was asked.
actor Cameras: CameraMicrophoneServicesBridge {
  private(set) var asked: [String] = []
  private var refused: Set<String> = []

  func refuse(_ devices: [String]) { refused = Set(devices) }

  func checkCameraPermission() async throws(CameraMicrophoneServicesError) {
    asked.append("camera")
    if refused.contains("camera") { throw .cameraNotGranted }
  }

  func checkMicrophonePermission() async throws(CameraMicrophoneServicesError) {
    asked.append("microphone")
    if refused.contains("microphone") { throw .microphoneNotGranted }
  }
}

/// How a page tells ``Cameras`` what to do.
@Exposed
struct CameraControl: Sendable {
  let cameras: Cameras

  func refuse(devices: [String]) async { await cameras.refuse(devices) }
  func asked() async -> [String] { await cameras.asked }
}
