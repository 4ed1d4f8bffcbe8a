import DSBridge

/// The interface `_bridge.camera`, which public/bridge/camera.js calls.
struct CameraInterface: ExposedInterface, Sendable {
  weak let webView: WebView?

  /// The devices that a page requests.
  private struct Question: Decodable {
    var video: Bool
    var audio: Bool
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [ExposedFunction("permission", asynchronous: { try $0.reply(await self.isGranted($0.decode())) })]
  }

  /// Returns `true`, or throws if the service does not grant a requested device. If no service is bound, only the
  /// browser decides.
  private func isGranted(_ question: Question) async throws -> Bool {
    guard let service = webView?.bindings.cameraMicrophoneServiceBridge else { return true }
    if question.video { try await service.checkCameraPermission() }
    if question.audio { try await service.checkMicrophonePermission() }
    return true
  }
}
