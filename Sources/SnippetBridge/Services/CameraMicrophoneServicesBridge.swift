/// A service that decides which pages may ask the browser for the camera and the microphone. The names are those of
/// TWS on iOS.
///
/// The service is asked before the browser, which then asks its user as usual. If a page requests both devices, the
/// camera is checked first.
public protocol CameraMicrophoneServicesBridge: Actor {
  /// Throws if the page must not use the camera.
  func checkCameraPermission() async throws(CameraMicrophoneServicesError)
  /// Throws if the page must not use the microphone.
  func checkMicrophonePermission() async throws(CameraMicrophoneServicesError)
}

/// The reason why `getUserMedia` rejects with `NotAllowedError`.
public enum CameraMicrophoneServicesError: Int, Error, Sendable, CustomStringConvertible {
  /// The page must not use the camera.
  case cameraNotGranted
  /// The page must not use the microphone.
  case microphoneNotGranted

  /// The error message that the page receives.
  public var description: String {
    switch self {
    case .cameraNotGranted: "The camera was not granted."
    case .microphoneNotGranted: "The microphone was not granted."
    }
  }
}
