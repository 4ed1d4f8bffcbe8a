import DSBridge
import DSBridgeText
import HTTPTypes
import Logging
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// The part of the server that handles requests for documents, whatever their source. Safe to use on any thread.
struct DocumentServer: Sendable {
  private enum Place: Sendable {
    case folder(DocumentRoot)
    case memory(MemoryDocuments, [UTF8Key: HeldDocument])
    case elsewhere(any DocumentSource)
  }

  private var place: Place
  /// The tag that is inserted into HTML, or an empty array for none.
  private var tag: [UInt8] = []
  /// The path of the document to serve for navigations to an address without a document.
  private let fallback: String?
  private let headers: RouteTree<AddedHeaders>
  private let logger: Logger

  static let notFoundPage = "404.html"

  /// Whether `/` shows a document. Always `true` for a program's own document source, because this check does not call
  /// the source.
  var hasIndex: Bool {
    switch place {
    case .folder(let root): root.contents(at: "/index.html") != nil
    case .memory(_, let documents): documents["index.html"] != nil
    case .elsewhere: true
    }
  }

  /// Creates a server for the documents of `listener`. If `listener` is `nil`, uses the documents of the server's main
  /// listener. Serves the documents unchanged; see ``injecting(_:)``.
  ///
  /// Throws a ``BridgeServerError`` if the documents are in a folder that cannot be served.
  init(_ configuration: BridgeConfiguration, listener: BridgeConfiguration.Listener? = nil) throws(BridgeServerError) {
    switch listener?.documents ?? configuration.documents {
    case nil:
      place = .folder(try BridgeServerError.describing { try DocumentRoot(path: configuration.root, injecting: []) })
    case let folder as FolderDocuments:
      place = .folder(try BridgeServerError.describing { try DocumentRoot(path: folder.path, injecting: []) })
    case let memory as MemoryDocuments: place = .memory(memory, memory.held(injecting: []))
    case let source?: place = .elsewhere(source)
    }
    fallback = configuration.documentFallback
    logger = configuration.logger
    var headers = RouteTree<AddedHeaders>()
    for entry in configuration.documentHeaders {
      headers.update(entry.path) { $0 = AddedHeaders(($0?.fields ?? []) + Array(entry.headers)) }
    }
    self.headers = headers
  }

  /// Returns a server for the same documents that inserts `tag` into HTML.
  func injecting(_ tag: [UInt8]) -> DocumentServer {
    var server = self
    server.tag = tag
    switch place {
    case .folder(let root): server.place = .folder(root.injecting(tag))
    case .memory(let memory, _): server.place = .memory(memory, memory.held(injecting: tag))
    case .elsewhere: break
    }
    return server
  }

  /// Returns the answer to a GET or HEAD request.
  func answer(to request: ServerRequest) -> PageAnswer {
    switch place {
    case .folder(let root):
      let response = complete(root.respond(to: request), request) { root.respond(to: $0, at: "/\($1)") }
      if response.status == .internalServerError {
        logger.error("a file cannot be read or is too large", metadata: ["path": "\(request.path)"])
      }
      return .now(response)
    case .memory(_, let documents): return .now(respond(to: request, from: documents))
    case .elsewhere(let source):
      return .later { _ in
        do {
          return respond(to: request, from: try await documents(for: request, from: source))
        } catch {
          if !Task.isCancelled {
            logger.error("a document cannot be loaded", metadata: ["path": "\(request.path)", "error": "\(error)"])
          }
          return ErrorPage(.internalServerError).response()
        }
      }
    }
  }

  // MARK: Sources

  /// Loads the document for a request, and returns it with its path. Returns an empty dictionary if no document exists.
  private func documents(
    for request: ServerRequest, from source: any DocumentSource
  ) async throws -> [UTF8Key: HeldDocument] {
    guard let path = DocumentPath(request) else { return [:] }
    let others = request.asksForDocument ? [fallback, Self.notFoundPage] : []
    let folder = path.asFolder
    for path in ([path.document, folder] + others).compactMap(\.self) {
      guard let document = try await source.document(at: path) else { continue }
      // Only the existence of a folder's page matters: the response is a redirect to that page.
      if path == folder { return [UTF8Key(path): HeldDocument([], name: path, injecting: [])] }
      return [UTF8Key(path): HeldDocument(document.bytes, name: path, mediaType: document.mediaType, injecting: tag)]
    }
    return [:]
  }

  /// Returns the document at the request's path, a redirect to the page of a folder with that path, the fallback
  /// document, or a 404 page.
  private func respond(to request: ServerRequest, from documents: [UTF8Key: HeldDocument]) -> ServerResponse {
    var response: ServerResponse?
    if let path = DocumentPath(request) {
      response = documents[UTF8Key(path.document)]?.respond(to: request)
      if response == nil, let folder = path.asFolder, documents[UTF8Key(folder)] != nil {
        response = DocumentRoot.redirect(to: path.names, query: request.query)
      }
    }
    return complete(response, request) { documents[UTF8Key($1)]?.respond(to: $0) }
  }

  /// Returns `response` with the configured headers added. If `response` is `nil`, returns the fallback document or a
  /// 404 page.
  private func complete(
    _ response: ServerResponse?, _ request: ServerRequest, _ find: (ServerRequest, String) -> ServerResponse?
  ) -> ServerResponse {
    if let response { return withHeaders(response, of: request.path) }
    guard request.asksForDocument else { return notFound(request, nil) }
    if let fallback, let response = find(request, fallback) { return withHeaders(response, of: "/\(fallback)") }
    return notFound(request, find(request.unconditional, Self.notFoundPage))
  }

  // MARK: 404 page and headers

  /// Returns the program's own 404 page, or the built-in page if there is none. Browsers must not cache the program's
  /// page.
  private func notFound(_ request: ServerRequest, _ page: ServerResponse?) -> ServerResponse {
    // Browsers request this icon automatically. A 404 response would show an error in the developer console.
    if request.path == "/favicon.ico" {
      return ServerResponse(.noContent, headers: [.cacheControl: "max-age=3600"])
    }
    guard var page, page.status == .ok else {
      let detail = request.path == "/" ? "The document root has no index.html." : request.decodedPath
      return ErrorPage(.notFound, detail: detail).response()
    }
    page.status = .notFound
    for name in [HTTPField.Name.eTag, .lastModified, .acceptRanges] { page.headers[name] = nil }
    page.headers[.cacheControl] = "no-store"
    return page
  }

  /// Adds the configured headers for `path` to a response, unless the response is an error.
  ///
  /// If several patterns match `path`, the headers of the most specific pattern win. For a fallback document, `path` is
  /// the document's own path and not the requested path.
  private func withHeaders(_ response: ServerResponse, of path: Substring) -> ServerResponse {
    guard !headers.isEmpty, response.status.kind != .clientError, response.status.kind != .serverError else {
      return response
    }
    var added: [AddedHeaders] = []
    _ = headers.find(path.hasSuffix("/") ? path + "index.html" : path) { headers, _ -> Never? in
      added.append(headers)
      return nil
    }
    var response = response
    for headers in added.reversed() { response.set(headers) }
    return response
  }
}

extension MemoryDocuments {
  /// Returns the documents in the form in which they are served.
  fileprivate func held(injecting tag: [UInt8]) -> [UTF8Key: HeldDocument] {
    Dictionary(
      uniqueKeysWithValues: documents.map {
        (UTF8Key($0), HeldDocument($1.bytes, name: $0, mediaType: $1.mediaType, injecting: tag))
      })
  }
}

/// The path of the document that a request refers to.
private struct DocumentPath {
  let names: [String]
  /// The path of the document, without a leading slash.
  let document: String
  /// The path of `index.html` in a folder at the requested path, used if there is no document at that path. `nil` if
  /// the requested path ends with a slash, because `document` is then already the folder's `index.html`.
  let asFolder: String?

  init?(_ request: ServerRequest) {
    guard let names = DocumentRoot.names(in: request.path) else { return nil }
    let isFolder = request.path.utf8.last == UInt8(ascii: "/")
    self.names = names
    document = (isFolder ? names + ["index.html"] : names).joined(separator: "/")
    asFolder = isFolder ? nil : document + "/index.html"
  }
}

extension ServerRequest {
  /// A copy of the request without header fields. It has no conditions (`If-None-Match`) and no range, so the response
  /// is the complete document.
  var unconditional: ServerRequest {
    var request = self
    request.headers = ReceivedFields()
    return request
  }
}
