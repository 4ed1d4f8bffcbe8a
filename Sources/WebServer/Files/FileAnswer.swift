/// The answer to a request for a whole file in one state.
struct FileAnswer: Sendable {
  /// What is longer is read from the file, piece by piece; in bytes.
  static let longestContent: Int64 = 32 << 10

  /// Its type depends on it.
  let name: String
  let template: ResponseTemplate
  let insertion: Insertion?
  /// In bytes, the tag included.
  let length: Int64
  /// All of it, unless it is long.
  let content: [UInt8]?

  func response(with file: FileDescriptor, _ identity: FileIdentity) -> ServerResponse {
    if let content { return ServerResponse(template, body: .bytes(content)) }
    return ServerResponse(template, body: .stream(FileBody(file, identity, insertion: insertion, range: 0..<length)))
  }
}
