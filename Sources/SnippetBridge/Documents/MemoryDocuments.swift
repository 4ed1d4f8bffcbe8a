/// Documents that are in the program: `["index.html": "<!doctype html>…", "app.js": "…"]`.
public struct MemoryDocuments: DocumentSource, ExpressibleByDictionaryLiteral {
  let documents: [String: Document]

  /// By their paths, without a slash at the beginning.
  public init(_ documents: [String: Document]) {
    self.documents = documents
  }

  /// As ``init(_:)``. Of a path that comes twice the last counts.
  public init(dictionaryLiteral elements: (String, Document)...) {
    self.init(Dictionary(elements) { $1 })
  }

  /// The one of this path.
  public func document(at path: String) -> Document? { documents[path] }
}

extension DocumentSource where Self == MemoryDocuments {
  /// Documents that are in the program, by their paths.
  public static func memory(_ documents: [String: Document]) -> MemoryDocuments { MemoryDocuments(documents) }

  /// Texts that are in the program, by their paths. For a literal, the other overload is preferred.
  @_disfavoredOverload
  public static func memory(_ texts: [String: String]) -> MemoryDocuments {
    MemoryDocuments(texts.mapValues { Document($0) })
  }
}
