import HTTPTypes
import SnippetBridgePlatform

/// The data from which all responses for one file are created. Valid as long as the file does not change.
struct FileAnswer: Sendable {
  /// The maximum size of cached content, in bytes. Longer content is read from the file piece by piece.
  static let longestContent: Int64 = 32 << 10

  /// The file's name, which determines the media type.
  let name: String
  let representation: Representation
  let insertion: Insertion?
  /// The head of a response that contains the whole file, or `nil` for an answer that is not cached.
  let template: ResponseTemplate?
  /// The whole content, or `nil` if it is too long to be cached or could not be read.
  let content: [UInt8]?

  /// Answers a GET or HEAD request.
  func response(
    to request: ServerRequest, from file: FileDescriptor, _ identity: FileIdentity, at now: HTTPDate
  ) -> ServerResponse {
    func body(_ range: Range<Int64>) -> ServerResponse.Body {
      .stream(FileBody(file: file, identity: identity, insertion: insertion, range: range))
    }
    if !request.isConditional, let template {
      return ServerResponse(template, body: content.map { .bytes($0) } ?? body(0..<representation.length))
    }
    return representation.response(to: request, at: now, body: body)
  }
}

extension FileAnswer {
  /// Creates the answer for a file. Returns `nil` if the file is too long, or if its head cannot be read.
  /// - Parameters:
  ///   - tag: The UTF-8 tag that is inserted into HTML files; `nil` for none.
  ///   - isCached: Whether the answer will be cached and used for later requests too.
  init?(
    for file: FileDescriptor, _ identity: FileIdentity, named name: String, injecting tag: [UInt8]? = nil,
    isCached: Bool = false, at now: HTTPDate
  ) {
    let type = MediaType(ofFileNamed: name)
    var insertion: Insertion?
    var variant: UInt64?
    if let tag, type.isHTML {
      guard let found = Insertion(of: tag, in: file) else { return nil }
      (insertion, variant) = (found, EntityTag.variant(of: tag))
    }
    // A sparse file can have any length, so the sum may overflow.
    let (length, isTooLong) = identity.size.addingReportingOverflow(Int64(insertion?.tag.count ?? 0))
    if isTooLong { return nil }
    self.name = name
    self.insertion = insertion
    representation = Representation(
      length: length, entityTag: EntityTag(of: identity, variant: variant),
      // A modification time in the future would be later than the response itself (RFC 9110, section 8.8.2.1).
      modified: min(HTTPDate(seconds: identity.modifiedSeconds), now),
      contentType: type.contentType(declaresEncoding: insertion?.declaresEncoding ?? false))
    template = isCached ? ResponseTemplate(.ok, headers: representation.headers) : nil
    let body = FileBody(file: file, identity: identity, insertion: insertion, range: 0..<length)
    content = isCached ? body.content(upTo: Self.longestContent) : nil
  }
}

/// A namespace for serving a file at any path unchanged, without an inserted tag.
package enum SingleFile {
  /// Answers a request with the file. Returns `nil` if there is no such file or it cannot be read. Accesses the disk.
  package static func respond(to request: ServerRequest, path: String) -> ServerResponse? {
    // With `O_NONBLOCK`, opening a pipe does not wait for a writer.
    guard let file = FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY), let identity = file.identity(),
      identity.isRegular
    else { return nil }
    let now = HTTPDate.now
    return FileAnswer(for: file, identity, named: path, at: now)?.response(to: request, from: file, identity, at: now)
  }
}
