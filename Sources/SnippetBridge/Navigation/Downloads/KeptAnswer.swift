import DSBridge
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

/// The information for saving the response to a navigation as a file, which the server does in place of the browser.
/// See ``Downloads``.
struct KeptAnswer: Sendable {
  let downloads: Downloads
  let webView: WebView
  let name: String
  let source: URL?

  /// Whether the browser receives the file too.
  var alsoSavesInBrowser: Bool { downloads.alsoSavesInBrowser }

  func save<Body: AsyncSequence & Sendable>(_ body: Body, length: Int?) -> Download where Body.Element == [UInt8] {
    downloads.save(body, as: name, length: length, from: source, of: webView)
  }

  /// Returns a response with status 204, which the browser receives instead of the file, so that the page keeps its
  /// document. The response sets the cookies in `headers`, because some pages detect by a cookie that their download
  /// has begun.
  func noContent(cookiesOf headers: HTTPFields) -> ServerResponse {
    ServerResponse(.noContent, headers: HTTPFields(headers.filter { $0.name == .setCookie }))
  }

  /// Waits until the server has saved the file, then returns the response with which the browser saves the file too.
  /// Returns an error page if the server could not save the file.
  func handOn(_ download: Download, _ response: (DownloadInfo) -> ServerResponse?) async -> ServerResponse {
    guard case .completed(let info) = await download.state, let response = response(info) else {
      return ErrorPage(.internalServerError, detail: "The file could not be saved.").response()
    }
    return response
  }

  /// Waits until the file is saved, then returns the file as a response with `headers`. Used for a body that can be
  /// read only once, because the server has already read it.
  func handOn(_ download: Download, with headers: HTTPFields, to request: ServerRequest) async -> ServerResponse {
    await handOn(download) { info in
      var response = SingleFile.respond(to: request.unconditional, path: info.downloadedLocation)
      response?.headers = headers
      return response
    }
  }
}
