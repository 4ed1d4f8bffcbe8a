import HTTPTypes
import SnippetBridgePlatform

/// Serves a file at any path unchanged, without an inserted tag.
package enum SingleFile {
  /// Answers a request with the file. Returns `nil` if there is no such file or it cannot be read. Accesses the disk.
  package static func respond(to request: ServerRequest, path: String) -> ServerResponse? {
    respond(to: request, path: path, at: .now)
  }

  static func respond(to request: ServerRequest, path: String, at now: HTTPDate) -> ServerResponse? {
    // Opening never waits for a pipe.
    guard let file = FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY), let identity = file.identity(),
      identity.isRegular
    else { return nil }
    let type = MediaType(ofFileNamed: path)
    let representation = Representation(
      length: identity.size, entityTag: EntityTag(of: identity, variant: nil),
      modified: min(HTTPDate(seconds: identity.modifiedSeconds), now), contentType: type.contentType())
    switch representation.selection(for: request, at: now) {
    case .response(let response): return response
    case .bytes(let selected):
      let body = FileBody(file, identity, insertion: nil, range: selected.range)
      return ServerResponse(selected.status, headers: selected.headers, body: .stream(body))
    }
  }
}
