import DSBridge
import DSBridgeText
import Foundation
import HTTPTypes
import WebServer

/// Files that go to the program's ``Downloads`` instead of the browser's.
extension RequestRouter {
  /// Saves the answer to a navigation whose page would stay, because the browser would save it. Nil for every other.
  func saved(
    _ response: ServerResponse, to request: ServerRequest, of webView: @autoclosure () -> WebView?
  ) -> DocumentServer.Answer? {
    // First: to look a header up costs more than the rest.
    guard registry.configuration.downloads != nil, request.isNavigation,
      let kept = keptAnswer(
        response.status, contentType: response.headers[.contentType],
        disposition: response.headers[.contentDisposition], to: request, of: webView())
    else { return nil }
    if let body = ResponsePieces(response.body) {
      let download = kept.save(body, length: Int(body.length))
      guard kept.isHandedOn else { return .now(kept.noContent(cookiesOf: response.headers)) }
      return .later { await kept.handOn(download) { response } }
    }
    guard let body = WrittenPieces(response.body) else { return nil }
    let download = kept.save(body, length: body.length)
    if kept.isHandedOn { return .later { await kept.handOn(download, with: response.headers, to: request) } }
    let noContent = kept.noContent(cookiesOf: response.headers)
    guard request.framing != .none else { return .now(noContent) }
    // Who writes it may still read the request, which ends with its answer.
    return .later {
      _ = await download.state
      return noContent
    }
  }

  /// The same for what the target of a remote snippet sends.
  func saved(
    _ response: ForwardedResponse, _ head: UpstreamResponseHead, to request: ServerRequest, of webView: WebView?
  ) -> ForwardedResponse? {
    let codings = head.contentCodings
    guard response.replacement == nil, codings.isEmpty || codings == ["gzip"],
      let kept = keptAnswer(
        HTTPResponse.Status(code: head.status), contentType: head.fields[.contentType],
        disposition: head.fields[.contentDisposition], to: request, of: webView)
    else { return nil }
    // Of a page that is to be kept too: without the bridge's script.
    var diverted = ForwardedResponse([], transform: codings.isEmpty ? nil : GzipInflation(before: Prefix([])))
    var headers = HTTPFields(response.fields)
    headers[.contentEncoding] = nil
    diverted.diversion = { [headers] body, pending in
      let download = kept.save(body, length: body.length)
      if kept.isHandedOn {
        pending.sendLater { await kept.handOn(download, with: headers, to: request) }
      } else {
        pending.send(kept.noContent(cookiesOf: headers))
      }
    }
    return diverted
  }

  /// Nil where the browser shows it, or where it is the browser's to keep.
  private func keptAnswer(
    _ status: HTTPResponse.Status, contentType: String?, disposition: String?, to request: ServerRequest,
    of webView: @autoclosure () -> WebView?
  ) -> KeptAnswer? {
    guard let downloads = registry.configuration.downloads, request.isNavigation, status == .ok, !request.isCrossSite
    else { return nil }
    let disposition = disposition.map { ContentDisposition($0) }
    guard disposition?.isAttachment == true || !ShownType.isShown(contentType) else { return nil }
    // Without a page of ours in this browser, anybody could fill the disk.
    guard let webView = webView() else { return nil }
    let name = DownloadName.suggested(disposition: disposition, attribute: nil, url: request.url)
    return KeptAnswer(downloads: downloads, webView: webView, name: name, source: request.url)
  }

  /// A file that a page has made or fetched.
  func download(_ request: ServerRequest) -> RequestAction {
    guard let downloads = registry.configuration.downloads else {
      return .respond(plain(.notFound, "This server takes no downloads."))
    }
    let webView: WebView
    do throws(Refusal) {
      webView = try registry.webView(of: try documentID(of: request), session: session(of: request))
    } catch {
      return .respond(response(to: error))
    }
    let values = URLComponents(string: "?" + (request.query ?? "").replacing("+", with: "%20"))?.queryItems ?? []
    func value(_ name: String) -> String? {
      values.first { $0.name.hasSameBytes(as: name) }?.value?.nonempty.map { String(streamSafe: $0) }
    }
    let source = value("url").flatMap { URL(string: $0) }
    let name = DownloadName.suggested(
      disposition: value("disposition").map { ContentDisposition($0) }, attribute: value("name"), url: source)
    let length: Int? = if case .length(let length) = request.framing { length } else { nil }
    if let length, length > downloads.maximumSize {
      return .respond(plain(.contentTooLarge, "A download has at most \(downloads.maximumSize) bytes."))
    }
    return .stream { body, pending in
      let download = downloads.save(body, as: name, length: length, from: source, of: webView)
      pending.sendLater {
        switch await download.state {
        case .completed: ServerResponse(.noContent)
        case .failed(let error as DownloadError) where error.code == .size: plain(.contentTooLarge, "\(error)")
        case .failed(let error as DownloadError) where error.code == .full:
          plain(.init(code: 507, reasonPhrase: "Insufficient Storage"), "The folder for downloads is full.")
        // What the disk says is the log's alone: it has the folder's path.
        case .failed(let error):
          plain(.internalServerError, "The file was not saved: \((error as? DownloadError)?.code.description ?? "cut")")
        }
      }
    }
  }
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}
