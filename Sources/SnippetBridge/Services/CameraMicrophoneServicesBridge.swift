/// Decides which pages may ask the browser for its camera and its microphone. The names are those of TWS on iOS.
///
/// Asked before the browser is, which then asks its user as ever. A page that wants both has the camera asked about
/// first.
public protocol CameraMicrophoneServicesBridge: Actor {
  /// Throws where the page gets no camera.
  func checkCameraPermission() async throws(CameraMicrophoneServicesError)
  /// Throws where the page gets no microphone.
  func checkMicrophonePermission() async throws(CameraMicrophoneServicesError)
}

/// Why `getUserMedia` rejects with `NotAllowedError`.
public enum CameraMicrophoneServicesError: Int, Error, Sendable, CustomStringConvertible {
  /// The page gets no camera.
  case cameraNotGranted
  /// The page gets no microphone.
  case microphoneNotGranted

  /// What the page reads.
  public var description: String {
    switch self {
    case .cameraNotGranted: "The camera was not granted."
    case .microphoneNotGranted: "The microphone was not granted."
    }
  }
}
