import DSBridge
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

/// A response to a navigation whose body the server, instead of the browser, saves as a file (``Downloads``).
struct KeptAnswer: Sendable {
  let downloads: Downloads
  let webView: WebView
  let name: String
  let source: URL?

  /// Whether the browser gets the file too.
  var alsoSavesInBrowser: Bool { downloads.alsoSavesInBrowser }

  func save<Body: AsyncSequence & Sendable>(_ body: Body, length: Int?) -> Download where Body.Element == [UInt8] {
    downloads.save(body, as: name, length: length, from: source, of: webView)
  }

  /// Returns the response with status 204 that the browser gets instead of the file, so that the page stays. Keeps
  /// the cookies, because some pages use a cookie to detect that their download has begun.
  func noContent(cookiesOf headers: HTTPFields) -> ServerResponse {
    ServerResponse(.noContent, headers: HTTPFields(headers.filter { $0.name == .setCookie }))
  }

  /// Returns the response for a browser that gets the file too. Waits until the file is saved.
  func handOn(_ download: Download, _ response: () -> ServerResponse?) async -> ServerResponse {
    guard case .completed = await download.state, let response = response() else {
      return ErrorPage(.internalServerError, detail: "The file could not be saved.").response()
    }
    return response
  }

  /// Returns the saved file as the response, with `headers`. For a body that can be read only once.
  func handOn(_ download: Download, with headers: HTTPFields, to request: ServerRequest) async -> ServerResponse {
    guard case .completed(let info) = await download.state else { return await handOn(download) { nil } }
    return await handOn(download) {
      guard var response = SingleFile.respond(to: request.unconditional, path: info.downloadedLocation) else {
        return nil
      }
      response.headers = headers
      return response
    }
  }
}
