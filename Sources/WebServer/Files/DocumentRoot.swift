import DSBridgeText
import HTTPTypes

/// A folder whose files are served: each as it is, HTML with a tag put first into its head.
///
/// Synchronous and safe on any thread. Opening and reading may touch the disk, which on the loop is accepted for files
/// as it is for their streaming. Hidden files, links that leave the folder and everything that is neither a regular
/// file nor a folder do not exist for it; but a link to a hidden file inside shows that, as some package managers want.
package struct DocumentRoot: Sendable {
  private let folder: RootFolder
  private let tag: [UInt8]
  private let variant: UInt64
  private let cache = FileCache<Insertion>()
  private let answers = FileCache<FileAnswer>()
  private let clock: @Sendable () -> HTTPDate

  /// - Parameters:
  ///   - path: the folder; relative to the working folder of now, and looked up again for every request.
  ///   - tag: UTF-8, what goes into HTML files; empty for nothing.
  /// - Throws: ``DocumentRootError`` when there is no such folder or it cannot be read.
  package init(path: String, injecting tag: [UInt8]) throws(DocumentRootError) {
    try self.init(path: path, injecting: tag, clock: { HTTPDate.now })
  }

  init(path: String, injecting tag: [UInt8], clock: @escaping @Sendable () -> HTTPDate) throws(DocumentRootError) {
    folder = try RootFolder(path: path)
    self.tag = tag
    variant = EntityTag.variant(of: tag)
    self.clock = clock
  }

  /// The methods it answers, as an `Allow` header writes them.
  package static let allow = "GET, HEAD"

  /// Answers a GET or HEAD; the caller refuses other methods (``ErrorPage/methodNotAllowed(allow:)``).
  /// nil when there is nothing to serve, for whatever reason: the caller answers 404.
  package func respond(to request: ServerRequest) -> ServerResponse? {
    respond(to: request, at: request.path)
  }

  /// The same, with the file at another path: percent-encoded, beginning with "/".
  package func respond(to request: ServerRequest, at path: Substring) -> ServerResponse? {
    guard var names = Self.names(in: path) else { return nil }
    let asksForFolder = path.utf8.last == UInt8(ascii: "/")
    if asksForFolder { names.append("index.html") }
    guard let name = names.last else { return nil }
    if names.count == 1, let answer = knownAnswer(to: request, named: name) { return answer }
    switch folder.open(names) {
    case .file(let file, let identity): return respond(to: request, with: file, identity, named: name)
    case .folder where !asksForFolder: return Self.redirect(to: names, query: request.query)
    case .noDescriptor: return ErrorPage(.serviceUnavailable).response()
    case .folder, nil: return nil
    }
  }

  /// What is in the file at a path; nil where there is none. Touches the disk.
  package func contents(at path: Substring) -> [UInt8]? {
    guard let names = Self.names(in: path), case .file(let file, let identity) = folder.open(names) else { return nil }
    return FileBody(file, identity, insertion: nil, range: 0..<identity.size).content(upTo: .max)
  }

  /// The components of a path, decoded one by one; nil when it holds one that no served file has.
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

  /// Redirects to the folder's address with a slash at its end: relative addresses in its page lead into the folder
  /// only from there.
  package static func redirect(to names: [String], query: Substring?) -> ServerResponse {
    // No name is empty, so the path begins with a single slash and can never name another host.
    var location = "/" + names.map { PercentEncoding.component($0) + "/" }.joined()
    if let query { location += "?" + query }
    return ServerResponse(.movedPermanently, headers: [.location: location, .cacheControl: "no-cache"])
  }

  private func respond(
    to request: ServerRequest, with file: FileDescriptor, _ identity: FileIdentity, named name: String
  ) -> ServerResponse {
    let now = clock()
    if !request.isConditional, let known = answers[identity], known.name == name {
      return known.response(with: file, identity)
    }
    let type = MediaType(ofFileNamed: name)
    var insertion: Insertion?
    if type.isHTML {
      insertion = self.insertion(in: file, identity)
      if insertion == nil { return ErrorPage(.internalServerError).response() }
    }
    // A file with holes may be as long as can be said.
    let (length, isTooLong) = identity.size.addingReportingOverflow(Int64(insertion?.tag.count ?? 0))
    if isTooLong { return ErrorPage(.internalServerError).response() }
    let representation = Representation(
      length: length,
      entityTag: EntityTag(of: identity, variant: type.isHTML ? variant : nil),
      // A file from the future would claim to be newer than the answer itself (RFC 9110, section 8.8.2.1).
      modified: min(HTTPDate(seconds: identity.modifiedSeconds), now),
      contentType: type.contentType(declaresEncoding: insertion?.declaresEncoding ?? false))
    let selected: Representation.Selected
    switch representation.selection(for: request, at: now) {
    case .response(let response): return response
    case .bytes(let bytes): selected = bytes
    }
    let headers = selected.headers
    guard selected.status == .ok, identity.isSettled(at: now) else {
      let body = FileBody(file, identity, insertion: insertion, range: selected.range)
      return ServerResponse(selected.status, headers: headers, body: .stream(body))
    }
    let body = FileBody(file, identity, insertion: insertion, range: 0..<length)
    let answer = FileAnswer(
      name: name, template: ResponseTemplate(.ok, headers: headers), insertion: insertion, length: length,
      content: body.content(upTo: FileAnswer.longestContent))
    // As for insertions.
    if file.identity() == identity { answers.remember(answer, for: identity) }
    return answer.response(with: file, identity)
  }

  /// The answer with a file directly in the folder, from memory, if the file has not changed since it was read. It is
  /// not opened: taking away the right to read it would change the file's time stamp.
  private func knownAnswer(to request: ServerRequest, named name: String) -> ServerResponse? {
    guard let identity = folder.identity(of: name), let known = answers[identity], known.name == name,
      let content = known.content, !request.isConditional
    else { return nil }
    return ServerResponse(known.template, body: .bytes(content))
  }

  /// nil when the file cannot be read.
  private func insertion(in file: FileDescriptor, _ identity: FileIdentity) -> Insertion? {
    if let known = cache[identity] { return known }
    guard let found = Insertion(of: tag, in: file) else { return nil }
    // What was found while the file changed is of no state of it; sending the file notices that, and fails.
    if file.identity() == identity { cache.remember(found, for: identity) }
    return found
  }
}
