import SnippetVisits
import Testing

@Suite(.timeLimit(.minutes(1))) struct HotwireNativeErrorTests {
  @Test("R57: HTTP errors have names and keep their status code")
  func statuses() {
    for status in 400...599 { #expect(HTTPError(statusCode: status)?.statusCode == status) }
    for status in [0, 200, 304, 399, 600, -1] { #expect(HTTPError(statusCode: status) == nil) }
    #expect(HTTPError(statusCode: 401) == .client(.unauthorized))
    #expect(HTTPError(statusCode: 418) == .client(.other(statusCode: 418)))
    #expect(HTTPError(statusCode: 503) == .server(.serviceUnavailable))
  }

  @Test("R58: Turbo's codes 0, -1, -2 and less, and HTTP statuses")
  func turboCodes() throws {
    func web(_ code: Int) throws -> WebError {
      guard case .web(let error) = HotwireNativeError(turboStatusCode: code) else { throw CancellationError() }
      return error
    }
    #expect(try web(0).isOffline && web(0).isConnectionError && !web(0).isTimeout)
    #expect(try web(-1).isTimeout && web(-1).isConnectionError)
    #expect(HotwireNativeError(turboStatusCode: -2) == .load(.contentTypeMismatch))
    #expect(try web(-3).cause == .other && web(-3).errorCode == -3 && web(302).cause == .other)
    #expect(HotwireNativeError(turboStatusCode: 404) == .http(.client(.notFound)))
    #expect(HotwireNativeError(turboStatusCode: 404).statusCode == 404)
    #expect(HotwireNativeError(turboStatusCode: 599).statusCode == 599)
    #expect(HotwireNativeError(turboStatusCode: -1).statusCode == nil)
  }
}
