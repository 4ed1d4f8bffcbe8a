extension HotwireNativeError {
  /// Returns the error for an HTTP status code, or for one of Turbo's codes: 0 for a failed connection, -1 for a
  /// timeout, -2 for a response that is not HTML.
  static func ofTurbo(_ code: Int) -> HotwireNativeError { HotwireNativeError(turboStatusCode: code) }
}
