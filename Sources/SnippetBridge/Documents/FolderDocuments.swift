public import Foundation
import WebServer

/// The files of a folder: for a source that looks there among other places. To serve a folder alone,
/// ``BridgeConfiguration/root`` is enough.
public struct FolderDocuments: DocumentSource {
  /// Where the folder is.
  public let path: String
  private let root: DocumentRoot

  /// Throws a ``BridgeServerError`` when there is no such folder.
  public init(path: String) throws {
    self.path = path
    root = try BridgeServerError.describing { try DocumentRoot(path: path, injecting: []) }
  }

  /// A folder among a bundle's resources, such as `Bundle.module`; nil for all of them.
  public init(bundle: Bundle, folder: String? = nil) throws {
    let resources = bundle.resourceURL ?? bundle.bundleURL
    try self.init(path: (folder.map { resources.appending(path: $0) } ?? resources).path)
  }

  /// The file of this path; links that leave the folder and hidden files do not exist. A link to a hidden file in the
  /// folder shows it: whoever made the link has said so.
  public func document(at path: String) -> Document? {
    let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }.joined(separator: "/")
    return root.contents(at: "/\(encoded)").map { Document(bytes: $0) }
  }
}
