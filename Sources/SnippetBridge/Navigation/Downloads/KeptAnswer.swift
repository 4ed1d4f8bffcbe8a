import DSBridge
import Foundation
import HTTPTypes
import WebServer

/// An answer to a navigation that the browser would save, and that goes to the program's ``Downloads``.
struct KeptAnswer: Sendable {
  let downloads: Downloads
  let webView: WebView
  let name: String
  let source: URL?

  /// The browser gets the file too.
  var isHandedOn: Bool { downloads.areHandedOn }

  func save<Body: AsyncSequence & Sendable>(_ body: Body, length: Int?) -> Download where Body.Element == [UInt8] {
    downloads.save(body, as: name, length: length, from: source, of: webView)
  }

  /// What the browser gets instead: the page stays. Some pages learn from a cookie that their file is on its way.
  func noContent(cookiesOf headers: HTTPFields) -> ServerResponse {
    ServerResponse(.noContent, headers: HTTPFields(headers.filter { $0.name == .setCookie }))
  }

  /// What the browser gets too, once it is saved.
  func handOn(_ download: Download, _ response: () -> ServerResponse?) async -> ServerResponse {
    guard case .completed = await download.state, let response = response() else {
      return ErrorPage(.internalServerError, detail: "The file could not be saved.").response()
    }
    return response
  }

  /// The same of a body that came once: it is read from the file.
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
