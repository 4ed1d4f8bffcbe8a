import DSBridgeText
import HTTPTypes

/// A folder whose files are served unchanged, except that a tag is inserted at the start of the head of HTML files.
///
/// Synchronous, and safe to use on any thread. Opening and reading a file may block the event loop for a moment while
/// it waits for the disk. This is accepted, as it is when files are streamed. Hidden files, links that leave the
/// folder, and anything other than regular files and folders are treated as missing. For links inside the folder, see
/// ``RootFolder/open(_:)``.
package struct DocumentRoot: Sendable {
  private let folder: RootFolder
  private var tag: [UInt8]
  private var answers = FileCache<FileAnswer>()
  private let clock: @Sendable () -> HTTPDate

  /// Creates a document root.
  /// - Parameters:
  ///   - path: The path of the folder, which may be relative to the working directory. The folder is looked up again
  ///     for every request.
  ///   - tag: The UTF-8 tag that is inserted into HTML files; empty for none.
  /// - Throws: ``DocumentRootError`` if the folder does not exist or cannot be read.
  package init(
    path: String, injecting tag: [UInt8], clock: @escaping @Sendable () -> HTTPDate = { HTTPDate.now }
  ) throws(DocumentRootError) {
    folder = try RootFolder(path: path)
    self.tag = tag
    self.clock = clock
  }

  /// Returns a document root for the same folder that inserts another tag.
  package func injecting(_ tag: [UInt8]) -> DocumentRoot {
    var root = self
    root.tag = tag
    root.answers = FileCache()
    return root
  }

  /// The supported methods, as the value of an `Allow` header.
  package static let allow = "GET, HEAD"

  /// Answers a GET or HEAD request. The caller must reject other methods (``ErrorPage/methodNotAllowed(allow:)``).
  /// Returns `nil` if there is no file to serve; the caller must then answer 404.
  /// - Parameter path: The path of another file, which must be percent-encoded and begin with "/"; `nil` for the
  ///   request's path.
  package func respond(to request: ServerRequest, at path: Substring? = nil) -> ServerResponse? {
    let path = path ?? request.path
    guard var names = Self.names(in: path) else { return nil }
    let asksForFolder = path.utf8.last == UInt8(ascii: "/")
    if asksForFolder { names.append("index.html") }
    guard let name = names.last else { return nil }
    if names.count == 1, let answer = knownAnswer(to: request, named: name) { return answer }
    switch folder.open(names) {
    case .file(let file, let identity):
      let now = clock()
      return answer(for: file, identity, named: name, at: now)?.response(to: request, from: file, identity, at: now)
        ?? ErrorPage(.internalServerError).response()
    case .folder where !asksForFolder: return Self.redirect(to: names, query: request.query)
    case .noDescriptor: return ErrorPage(.serviceUnavailable).response()
    case .folder, nil: return nil
    }
  }

  /// Returns the content of the file at a path, or `nil` if there is no such file. Accesses the disk.
  package func contents(at path: Substring) -> [UInt8]? {
    guard let names = Self.names(in: path), case .file(let file, let identity) = folder.open(names) else { return nil }
    return FileBody(file: file, identity: identity, insertion: nil, range: 0..<identity.size).content(upTo: .max)
  }

  /// Returns the percent-decoded components of a path, or `nil` if one of them cannot be the name of a served file.
  package static func names(in path: Substring) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var names: [String] = []
    let parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts.last?.isEmpty == true ? parts.dropLast() : parts {
      guard let name = String(strictlyPercentEncodedPeer: part), let first = name.utf8.first,
        first != UInt8(ascii: "."),
        !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// Returns a redirect to the folder's address with a trailing slash. Without the slash, relative addresses in the
  /// folder's page would not resolve into the folder.
  package static func redirect(to names: [String], query: Substring?) -> ServerResponse {
    // A location that begins with "//" would name another host. Here the path begins with a single slash, because no
    // name is empty.
    var location = "/" + names.map { $0.percentEncoded + "/" }.joined()
    if let query { location += "?" + query }
    return ServerResponse(.movedPermanently, headers: [.location: location, .cacheControl: "no-cache"])
  }

  private func answer(
    for file: FileDescriptor, _ identity: FileIdentity, named name: String, at now: HTTPDate
  ) -> FileAnswer? {
    if let known = answers[identity], known.name == name { return known }
    let isSettled = identity.isSettled(at: now)
    let answer = FileAnswer(for: file, identity, named: name, injecting: tag, isCached: isSettled, at: now)
    // The answer is not cached if the file has changed in the meantime, because it may contain parts of both versions
    // of the file. Sending the file then detects the change and fails.
    if let answer, isSettled, file.identity() == identity { answers.remember(answer, for: identity) }
    return answer
  }

  /// Returns the cached response for a file directly in the folder, if the file has not changed since it was read. The
  /// file is not opened, although its permissions may have changed. Such a change also changes a time stamp, so the
  /// cached response is then not used.
  private func knownAnswer(to request: ServerRequest, named name: String) -> ServerResponse? {
    guard let identity = folder.identity(of: name), let known = answers[identity], known.name == name,
      let template = known.template, let content = known.content, !request.isConditional
    else { return nil }
    return ServerResponse(template, body: .bytes(content))
  }
}

/// The reason why a folder cannot be a ``DocumentRoot``. `description` is a single line for a terminal.
package enum DocumentRootError: Error, Equatable, CustomStringConvertible {
  /// The path is empty, for example because a variable of a shell is not set.
  case empty
  /// The path does not exist.
  case missing(path: String)
  /// The path is not a folder.
  case notAFolder(path: String)
  /// The process is not permitted to list or enter the folder.
  case unreadable(path: String)

  package var description: String {
    switch self {
    case .empty: "The path of the document root is empty. Write \".\" for the current folder."
    case .missing(let path): "The document root \(path) does not exist."
    case .notAFolder(let path): "The document root \(path) is not a folder."
    case .unreadable(let path): "The document root \(path) cannot be read: permission denied."
    }
  }
}
