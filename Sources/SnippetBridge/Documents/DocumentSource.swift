public import Foundation
import SnippetBridgeWebServer

/// A source of a server's documents other than a plain folder (docs/guides/documents.md).
public protocol DocumentSource: Sendable {
  /// Returns the document at a path, or `nil` if there is none. For each request, the function is called in a separate
  /// task, outside of the event loops.
  /// - Parameter path: The decoded path without a leading slash. For the page of a folder, the path ends with
  ///   `index.html`, as in `guide/index.html`.
  func document(at path: String) async throws -> PageContent?
}

/// A page, or a file that a page loads.
public struct PageContent: Sendable, ExpressibleByStringInterpolation {
  /// The content. The server adds the page script to HTML and serves any other content unchanged.
  public var bytes: [UInt8]
  /// The value for `Content-Type`. If `nil`, the type is derived from the path's extension.
  public var mediaType: String?

  /// Creates content from its bytes.
  public init(bytes: [UInt8], mediaType: String? = nil) {
    self.bytes = bytes
    self.mediaType = mediaType
  }

  /// Creates content from a string, encoded as UTF-8.
  public init(_ text: String, mediaType: String? = nil) { self.init(bytes: Array(text.utf8), mediaType: mediaType) }

  /// Creates content from a string literal, encoded as UTF-8.
  public init(stringLiteral value: String) { self.init(value) }
}

/// A document source that calls a function to create each document.
public struct DocumentFunction: DocumentSource {
  private let make: @Sendable (String) async throws -> PageContent?

  /// Creates a source that calls `make` in the same way as ``DocumentSource/document(at:)``.
  public init(_ make: @escaping @Sendable (_ path: String) async throws -> PageContent?) { self.make = make }

  /// Returns the result of the function.
  public func document(at path: String) async throws -> PageContent? { try await make(path) }
}

extension DocumentSource where Self == DocumentFunction {
  /// Creates a source that calls a function for each request, in a separate task.
  public static func function(
    _ make: @escaping @Sendable (_ path: String) async throws -> PageContent?
  ) -> DocumentFunction { DocumentFunction(make) }
}

/// A document source for the files in a folder. Use it in a ``DocumentSource`` that combines several sources. To serve
/// only a folder, set ``BridgeConfiguration/root``.
public struct FolderDocuments: DocumentSource {
  /// The path of the folder.
  public let path: String
  private let root: DocumentRoot

  /// Creates a source for the folder at `path`. Throws a ``BridgeServerError`` if the folder does not exist.
  public init(path: String) throws {
    self.path = path
    root = try BridgeServerError.describing { try DocumentRoot(path: path, injecting: []) }
  }

  /// Creates a source for a folder in the resources of a bundle such as `Bundle.module`. If `folder` is `nil`, all
  /// resources are served.
  public init(bundle: Bundle, folder: String? = nil) throws {
    let resources = bundle.resourceURL ?? bundle.bundleURL
    try self.init(path: (folder.map { resources.appending(path: $0) } ?? resources).path)
  }

  /// Returns the file at this path, or `nil` if there is none.
  ///
  /// Hidden files, and symbolic links to targets outside of the folder, are treated as missing. A symbolic link to a
  /// hidden file inside the folder is served, because someone must have created the link on purpose.
  public func document(at path: String) -> PageContent? {
    let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }.joined(separator: "/")
    return root.contents(at: "/\(encoded)").map { PageContent(bytes: $0) }
  }
}

/// A document source in the program's memory: `["index.html": "<!doctype html>…", "app.js": "…"]`.
public struct MemoryDocuments: DocumentSource, ExpressibleByDictionaryLiteral {
  let documents: [String: PageContent]

  /// Creates a source from documents, keyed by their paths without a leading slash.
  public init(_ documents: [String: PageContent]) { self.documents = documents }

  /// Creates a source like ``init(_:)``. If a path occurs several times, the last document is used.
  public init(dictionaryLiteral elements: (String, PageContent)...) { self.init(Dictionary(elements) { $1 }) }

  /// Returns the document at this path.
  public func document(at path: String) -> PageContent? { documents[path] }
}

extension DocumentSource where Self == MemoryDocuments {
  /// Creates a source from documents in memory, keyed by their paths.
  public static func memory(_ documents: [String: PageContent]) -> MemoryDocuments { MemoryDocuments(documents) }

  /// Creates a source from strings in memory, keyed by their paths. This overload is disfavored, so that a dictionary
  /// literal creates ``PageContent`` values through the other overload.
  @_disfavoredOverload
  public static func memory(_ texts: [String: String]) -> MemoryDocuments {
    MemoryDocuments(texts.mapValues { PageContent($0) })
  }
}
