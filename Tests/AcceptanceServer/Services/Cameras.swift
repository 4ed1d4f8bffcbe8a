import SnippetBridge

/// A camera and microphone service that the test page controls. It records its calls.
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

/// An interface by which a page controls ``Cameras``.
@Exposed
struct CameraControl: Sendable {
  let cameras: Cameras

  func refuse(devices: [String]) async { await cameras.refuse(devices) }
  func asked() async -> [String] { await cameras.asked }
}
