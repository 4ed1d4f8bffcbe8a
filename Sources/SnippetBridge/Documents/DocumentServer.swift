import DSBridge
import DSBridgeText
import HTTPTypes
import Logging
import Routes
import WebServer

/// Answers requests for documents, wherever they come from. Safe on any thread.
struct DocumentServer: Sendable {
  enum Answer: Sendable {
    case now(ServerResponse)
    /// The source is a program's code, which has to be waited for.
    case later(@Sendable () async -> ServerResponse)
  }

  private enum Place: Sendable {
    case folder(DocumentRoot)
    case memory([UTF8Key: HeldDocument])
    case elsewhere(any DocumentSource)
  }

  private let place: Place
  private let tag: [UInt8]
  /// The document for navigations to an address where there is nothing.
  private let fallback: String?
  private let headers: RouteTree<AddedHeaders>
  private let logger: Logger

  static let notFoundPage = "404.html"

  /// Whether `/` shows a document. True where the documents are a program's code, which is not asked.
  var hasIndex: Bool {
    switch place {
    case .folder(let root): root.contents(at: "/index.html") != nil
    case .memory(let documents): documents["index.html"] != nil
    case .elsewhere: true
    }
  }

  /// Throws a ``BridgeServerError`` when the configuration's folder cannot be served.
  ///
  /// Of `listener`, or of the server's first one.
  init(
    _ configuration: BridgeConfiguration, listener: BridgeConfiguration.Listener? = nil, injecting tag: [UInt8]
  ) throws(BridgeServerError) {
    switch listener?.documents ?? configuration.documents {
    case nil:
      place = .folder(
        try BridgeServerError.describing { try DocumentRoot(path: configuration.root, injecting: tag) })
    case let folder as FolderDocuments:
      place = .folder(try BridgeServerError.describing { try DocumentRoot(path: folder.path, injecting: tag) })
    case let memory as MemoryDocuments:
      let held = memory.documents.map {
        (UTF8Key($0), HeldDocument($1.bytes, name: $0, mediaType: $1.mediaType, injecting: tag))
      }
      place = .memory(Dictionary(uniqueKeysWithValues: held))
    case let source?: place = .elsewhere(source)
    }
    self.tag = tag
    fallback = configuration.documentFallback
    logger = configuration.logger
    var headers = RouteTree<AddedHeaders>()
    for entry in configuration.documentHeaders {
      headers.update(entry.path) { $0 = AddedHeaders(($0?.all ?? []) + Array(entry.headers)) }
    }
    self.headers = headers
  }

  /// Answers a GET or HEAD.
  func answer(to request: ServerRequest) -> Answer {
    switch place {
    case .folder(let root):
      let response = complete(root.respond(to: request), request) { root.respond(to: $0, at: "/\($1)") }
      if response.status == .internalServerError {
        logger.error("a file cannot be read, or is too long", metadata: ["path": "\(request.path)"])
      }
      return .now(response)
    case .memory(let documents):
      return .now(
        complete(respond(to: request) { documents[UTF8Key($0)] }, request) {
          documents[UTF8Key($1)]?.respond(to: $0)
        })
    case .elsewhere(let source):
      return .later { await answer(to: request, from: source) }
    }
  }

  // MARK: One source or another

  /// What is at the request's address.
  private func respond(to request: ServerRequest, _ find: (String) -> HeldDocument?) -> ServerResponse? {
    guard let path = DocumentPath(request) else { return nil }
    if let document = find(path.document) { return document.respond(to: request) }
    return path.asFolder.flatMap(find).map { _ in DocumentRoot.redirect(to: path.names, query: request.query) }
  }

  /// The answer for an address where there is nothing: the fallback, or a page that says so.
  private func complete(
    _ response: ServerResponse?, _ request: ServerRequest, _ find: (ServerRequest, String) -> ServerResponse?
  ) -> ServerResponse {
    if let response { return withHeaders(response, of: request.path) }
    guard request.asksForDocument else { return notFound(request, nil) }
    if let fallback, let response = find(request, fallback) { return withHeaders(response, of: "/\(fallback)") }
    return notFound(request, find(request.unconditional, Self.notFoundPage))
  }

  private func answer(to request: ServerRequest, from source: any DocumentSource) async -> ServerResponse {
    do {
      guard let path = DocumentPath(request) else { return notFound(request, nil) }
      if let document = try await held(path.document, from: source) {
        return withHeaders(document.respond(to: request), of: request.path)
      }
      if let folder = path.asFolder, try await source.document(at: folder) != nil {
        return DocumentRoot.redirect(to: path.names, query: request.query)
      }
      guard request.asksForDocument else { return notFound(request, nil) }
      if let fallback, let document = try await held(fallback, from: source) {
        return withHeaders(document.respond(to: request), of: "/\(fallback)")
      }
      return notFound(request, try await held(Self.notFoundPage, from: source)?.respond(to: request.unconditional))
    } catch {
      if !Task.isCancelled {
        logger.error("a document cannot be had", metadata: ["path": "\(request.path)", "error": "\(error)"])
      }
      return ErrorPage(.internalServerError).response()
    }
  }

  private func held(_ path: String, from source: any DocumentSource) async throws -> HeldDocument? {
    guard let document = try await source.document(at: path) else { return nil }
    return HeldDocument(document.bytes, name: path, mediaType: document.mediaType, injecting: tag)
  }

  // MARK: What goes with it

  /// A program's own 404 page. Browsers must not keep it.
  private func notFound(_ request: ServerRequest, _ page: ServerResponse?) -> ServerResponse {
    // Browsers ask for it by themselves, and report an error to whoever looks at the console.
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

  /// Of all paths that fit the document's own, the most specific one wins. A fallback's own path is not the one that it
  /// was asked for by.
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

/// Where a request's document is.
private struct DocumentPath {
  let names: [String]
  /// Of the document.
  let document: String
  /// Of the page of a folder of that name; nil where the request asks for a folder as it is.
  let asFolder: String?

  init?(_ request: ServerRequest) {
    guard let names = DocumentRoot.names(in: request.path) else { return nil }
    self.names = names
    if request.path.utf8.last == UInt8(ascii: "/") {
      document = (names + ["index.html"]).joined(separator: "/")
      asFolder = nil
    } else {
      document = names.joined(separator: "/")
      asFolder = document + "/index.html"
    }
  }
}

extension ServerRequest {
  /// The request without its conditions and its range.
  var unconditional: ServerRequest {
    var request = self
    request.headers = ReceivedFields()
    return request
  }
}
