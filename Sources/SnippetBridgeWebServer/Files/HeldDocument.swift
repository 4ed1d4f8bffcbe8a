import HTTPTypes

/// A document that is kept in memory in the form in which it is served. In HTML, a tag is inserted at the start of the
/// head.
package struct HeldDocument: Sendable {
  private let content: [UInt8]
  private let representation: Representation
  /// The head of the response to a request without conditions or a range.
  private let template: ResponseTemplate

  /// Creates a document.
  /// - Parameters:
  ///   - name: The file name that determines the media type, unless `mediaType` is given.
  ///   - tag: The UTF-8 tag that is inserted into HTML; empty for none.
  package init(_ bytes: [UInt8], name: String, mediaType: String? = nil, injecting tag: [UInt8]) {
    let type = MediaType(ofFileNamed: name)
    let isHTML = mediaType.map { $0.hasPrefix(MediaType.html) } ?? type.isHTML
    let insertion = isHTML && !tag.isEmpty ? Insertion(of: tag, in: bytes) : nil
    var content = bytes
    if let insertion { content.insert(contentsOf: insertion.tag, at: Int(insertion.position)) }
    self.content = content
    representation = Representation(
      length: Int64(content.count), entityTag: EntityTag(of: content), modified: nil,
      contentType: mediaType ?? type.contentType(declaresEncoding: insertion?.declaresEncoding ?? false))
    template = ResponseTemplate(.ok, headers: representation.headers)
  }

  /// Answers a GET or HEAD request.
  package func respond(to request: ServerRequest) -> ServerResponse {
    guard request.isConditional else { return ServerResponse(template, body: .bytes(content)) }
    return representation.response(to: request, at: .now) { range in
      .bytes(Array(content[Int(range.lowerBound)..<Int(range.upperBound)]))
    }
  }
}
