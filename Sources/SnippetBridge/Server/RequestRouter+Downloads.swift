import DSBridge
import Foundation
import HTTPTypes
import WebServer

/// Files that go to the program's ``Downloads`` instead of the browser's.
extension RequestRouter {
  /// Saves the answer to a navigation whose page would stay, because the browser would save it. Nil for every other.
  func saved(
    _ response: ServerResponse, to request: ServerRequest, of webView: @autoclosure () -> WebView?
  ) -> DocumentServer.Answer? {
    guard let downloads = registry.configuration.downloads, request.isNavigation, response.status == .ok,
      !request.isCrossSite, let body = ResponsePieces(response.body)
    else { return nil }
    let disposition = response.headers[.contentDisposition].map { ContentDisposition($0) }
    guard disposition?.isAttachment == true || !ShownType.isShown(response.headers[.contentType]) else { return nil }
    // Without a page of ours in this browser, anybody could fill the disk.
    guard let webView = webView() else { return nil }
    let name = DownloadName.suggested(disposition: disposition, attribute: nil, url: request.url)
    let download = downloads.save(body, as: name, length: Int(body.length), from: request.url, of: webView)
    guard downloads.areHandedOn else { return .now(ServerResponse(.noContent)) }
    return .later {
      guard case .completed = await download.state else {
        return ErrorPage(.internalServerError, detail: "The file could not be saved.").response()
      }
      return response
    }
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
    func value(_ name: String) -> String? { values.first { $0.name == name }?.value?.nonempty }
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
        // What the disk says is the log's alone: it has the folder's path.
        case .failed(let error):
          plain(.internalServerError, "The file was not saved: \((error as? DownloadError)?.code.description ?? "cut")")
        }
      }
    }
  }
}

/// The body of a response, for a reader that is no socket.
private struct ResponsePieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  private static let pieceSize = 64 << 10

  let length: Int64
  private let read: @Sendable (Int64, Int) throws -> [UInt8]

  /// Nil for one that only a socket gets.
  init?(_ body: ServerResponse.Body) {
    switch body {
    case .none: return nil
    case .bytes(let bytes):
      length = Int64(bytes.count)
      read = { offset, count in Array(bytes[Int(offset)..<Int(offset) + count]) }
    case .stream(let stream):
      length = stream.length
      read = { offset, count in
        try Array(unsafeUninitializedCapacity: count) { buffer, initialized in
          initialized = try stream.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
      }
    case .writer: return nil
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pieces: ResponsePieces
    private var offset: Int64 = 0

    fileprivate init(pieces: ResponsePieces) { self.pieces = pieces }

    mutating func next() async throws -> [UInt8]? {
      guard offset < pieces.length else { return nil }
      let piece = try pieces.read(offset, Int(Swift.min(Int64(ResponsePieces.pieceSize), pieces.length - offset)))
      offset += Int64(piece.count)
      return piece.isEmpty ? nil : piece
    }
  }
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}
