import DSBridge

/// The interface `_bridge.camera`, which public/bridge/camera.js calls.
final class CameraInterface: ExposedInterface, Sendable {
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  /// The devices that a page requests.
  private struct Question: Decodable {
    var video: Bool
    var audio: Bool
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [
      ExposedFunction(
        "permission",
        asynchronous: { arguments in
          try await self.check(arguments.decode(Question.self))
          return try arguments.reply(true)
        })
    ]
  }

  /// Throws if the service does not grant a requested device. If no service is bound, only the browser decides.
  private func check(_ question: Question) async throws {
    guard let service = webView?.bindings.cameraMicrophoneServiceBridge else { return }
    if question.video { try await service.checkCameraPermission() }
    if question.audio { try await service.checkMicrophonePermission() }
  }
}
