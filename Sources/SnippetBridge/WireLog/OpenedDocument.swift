import DSBridge

/// The description of a new document in the ``WireLog``.
struct OpenedDocument: Codable {
  var url: String
  /// The name of the iframe that shows the document, or `nil`.
  var iframe: String?

  static func json(of hello: Hello) -> JSON {
    (try? JSONSerializer().encode(OpenedDocument(url: hello.url, iframe: hello.iframe?.name))) ?? .init("{}")
  }
}
