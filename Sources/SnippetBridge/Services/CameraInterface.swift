import DSBridge

/// The interface for public/bridge/camera.js: `_bridge.camera`.
final class CameraInterface: ExposedInterface, Sendable {
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  /// The devices that the page asks its browser for.
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

  /// Throws if a requested device is not granted. If no service is bound, only the browser decides.
  private func check(_ question: Question) async throws {
    guard let service = webView?.bindings.cameraMicrophoneServiceBridge else { return }
    if question.video { try await service.checkCameraPermission() }
    if question.audio { try await service.checkMicrophonePermission() }
  }
}
