/// A service that decides which pages may ask the browser for the camera and the microphone. The names are the same as
/// in the iOS library TWS (docs/guides/moving-from-tws.md).
///
/// When a page requests a device, the service is asked first. If the service allows the device, the browser asks the
/// user as usual. If a page requests both devices, the camera is checked first.
public protocol CameraMicrophoneServicesBridge: Actor {
  /// Throws an error if the page must not use the camera.
  func checkCameraPermission() async throws(CameraMicrophoneServicesError)
  /// Throws an error if the page must not use the microphone.
  func checkMicrophonePermission() async throws(CameraMicrophoneServicesError)
}

/// The reason why a page's call to `getUserMedia` fails with `NotAllowedError`.
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
