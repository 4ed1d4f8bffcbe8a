/// Why a folder cannot be a ``DocumentRoot``. `description` is one line fit for a terminal.
package enum DocumentRootError: Error, Equatable, CustomStringConvertible {
  /// Nothing is there.
  case missing(path: String)
  /// Something else than a folder is there.
  case notAFolder(path: String)
  /// The process may not list the folder or may not enter it.
  case unreadable(path: String)

  package var description: String {
    switch self {
    case .missing(let path): "The document root \(path) does not exist."
    case .notAFolder(let path): "The document root \(path) is not a folder."
    case .unreadable(let path): "The document root \(path) cannot be read: permission denied."
    }
  }
}
