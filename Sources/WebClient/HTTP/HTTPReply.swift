import DSBridgeText

/// A server's answer to an HTTP/1.1 request.
package struct HTTPReply: Sendable {
  package var status = 0
  package var reason = ""
  /// In the order they came.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  /// The first header of that name, whatever its case.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var text: String { String(peer: body) }
}
