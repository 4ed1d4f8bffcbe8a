import DSBridge
import DSBridgeText
import Foundation
import HTTPTypes
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// Handles files that the server saves in place of the browser. See ``Downloads``.
extension RequestRouter {
  /// Saves the response to a navigation if the browser would save it instead of showing it. Returns the answer to send
  /// to the browser, or `nil` if the response was not saved.
  func saved(
    _ response: ServerResponse, to request: ServerRequest, of webView: @autoclosure () -> WebView?
  ) -> PageAnswer? {
    // Perform these two cheap checks before looking up headers, because a lookup is more expensive.
    guard registry.configuration.downloads != nil, request.isNavigation,
      let kept = keptAnswer(
        response.status, contentType: response.headers[.contentType],
        disposition: response.headers[.contentDisposition], to: request, of: webView())
    else { return nil }
    if let body = ResponsePieces(response.body) {
      let download = kept.save(body, length: Int(body.length))
      guard kept.alsoSavesInBrowser else { return .now(kept.noContent(cookiesOf: response.headers)) }
      return .later { _ in await kept.handOn(download) { _ in response } }
    }
    guard let body = WrittenPieces(response.body) else { return nil }
    let download = kept.save(body, length: body.length)
    if kept.alsoSavesInBrowser {
      return .later { _ in await kept.handOn(download, with: response.headers, to: request) }
    }
    let noContent = kept.noContent(cookiesOf: response.headers)
    guard request.framing != .none else { return .now(noContent) }
    // The task that writes the response may still be reading the request's body. Therefore, respond only after the
    // download has ended.
    return .later { _ in
      _ = await download.state
      return noContent
    }
  }

  /// Saves the response from a proxied site's target if the browser would save it. Returns the response to send to the
  /// browser, or `nil` if the target's response was not saved.
  func saved(
    _ response: ForwardedResponse, _ head: UpstreamResponseHead, to request: ServerRequest, of webView: WebView?
  ) -> ForwardedResponse? {
    let codings = head.contentCodings
    guard response.replacement == nil, codings.isEmpty || codings == ["gzip"],
      let kept = keptAnswer(
        HTTPResponse.Status(code: head.status), contentType: head.fields[.contentType],
        disposition: head.fields[.contentDisposition], to: request, of: webView)
    else { return nil }
    // A saved page must not contain the page script, so use a transform that only decompresses.
    var diverted = ForwardedResponse([], transform: codings.isEmpty ? nil : GzipInflation(before: Prefix([])))
    var headers = HTTPFields(response.fields)
    headers[.contentEncoding] = nil
    diverted.diversion = { [headers] body, pending in
      let download = kept.save(body, length: body.length)
      if kept.alsoSavesInBrowser {
        pending.sendLater { await kept.handOn(download, with: headers, to: request) }
      } else {
        pending.send(kept.noContent(cookiesOf: headers))
      }
    }
    return diverted
  }

  /// Returns the information needed to save a response, or `nil` if the server does not save this response.
  private func keptAnswer(
    _ status: HTTPResponse.Status, contentType: String?, disposition: String?, to request: ServerRequest,
    of webView: @autoclosure () -> WebView?
  ) -> KeptAnswer? {
    guard let downloads = registry.configuration.downloads, request.isNavigation, status == .ok, !request.isCrossSite
    else { return nil }
    let disposition = disposition.map { ContentDisposition($0) }
    guard disposition?.isAttachment == true || !ShownType.isShown(contentType) else { return nil }
    // Require a web view, which exists only if the browser shows a page of this server. Otherwise, any client could
    // fill the disk.
    guard let webView = webView() else { return nil }
    let name = DownloadName.suggested(disposition: disposition, attribute: nil, url: request.url)
    return KeptAnswer(downloads: downloads, webView: webView, name: name, source: request.url)
  }

  /// Saves a file that a page has generated or fetched and now sends to the server.
  func download(_ request: ServerRequest) -> RequestAction {
    guard let downloads = registry.configuration.downloads else {
      return .respond(.plain(.notFound, "This server does not accept downloads."))
    }
    let webView: WebView
    do throws(Refusal) {
      webView = try registry.webView(of: try documentID(of: request), sessions: cookieValues(of: request))
    } catch {
      return .respond(response(to: error))
    }
    let parameters = Parameters(form: request.query ?? "")
    func value(_ name: String) -> String? { parameters[name].flatMap { $0.isEmpty ? nil : $0 } }
    let source = value("url").flatMap { URL(string: $0) }
    let name = DownloadName.suggested(
      disposition: value("disposition").map { ContentDisposition($0) }, attribute: value("name"), url: source)
    let length: Int? = if case .length(let length) = request.framing { length } else { nil }
    if let length, length > downloads.maximumSize {
      return .respond(.plain(.contentTooLarge, "A download has at most \(downloads.maximumSize) bytes."))
    }
    return .stream { body, pending in
      let download = downloads.save(body, as: name, length: length, from: source, of: webView)
      pending.sendLater {
        switch await download.state {
        case .completed: ServerResponse(.noContent)
        case .failed(let error as DownloadError) where error.code == .size: .plain(.contentTooLarge, "\(error)")
        case .failed(let error as DownloadError) where error.code == .full:
          .plain(.init(code: 507, reasonPhrase: "Insufficient Storage"), "The folder for downloads is full.")
        // The system's error contains the path of the folder. Therefore, it is logged but not sent to the page.
        case .failed(let error):
          .plain(
            .internalServerError, "The file was not saved: \((error as? DownloadError)?.code.description ?? "cut")")
        }
      }
    }
  }
}
