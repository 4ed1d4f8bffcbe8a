import DSBridgeLocks
package import HTTPTypes

/// The status and the headers of a response that is sent many times. The serialized head is cached.
package final class ResponseTemplate: Sendable {
  private struct State {
    var written: (head: ResponseHead, framing: BodyFraming, frameAncestors: String)?
    /// The templates that ``adding(_:)`` has returned, one for each set of added headers. There are only a few.
    var derived: [(added: AddedHeaders, template: ResponseTemplate)] = []
  }

  let status: HTTPResponse.Status
  let headers: HTTPFields
  let isDocument: Bool
  private let state = Mutex(State())

  package init(_ status: HTTPResponse.Status, headers: HTTPFields) {
    self.status = status
    self.headers = headers
    isDocument = headers.areOfDocument
  }

  /// Returns a template that also has these headers.
  func adding(_ added: AddedHeaders) -> ResponseTemplate {
    state.withLock { state in
      if let known = state.derived.first(where: { $0.added === added }) { return known.template }
      var headers = headers
      for field in added.fields { headers[field.name] = field.value }
      let template = ResponseTemplate(status, headers: headers)
      state.derived.append((added, template))
      return template
    }
  }

  /// Returns the serialized head without the parts that differ for each response. See ``ResponseHead``.
  func head(framing: BodyFraming, frameAncestors: String) -> ResponseHead {
    state.withLock { state in
      if let written = state.written, written.framing == framing, written.frameAncestors == frameAncestors {
        return written.head
      }
      let head = ResponseHead(status: status, headers: headers, framing: framing, frameAncestors: frameAncestors)
      state.written = (head, framing, frameAncestors)
      return head
    }
  }
}
