package import Foundation
import SnippetBridgeHTTP

/// Pages of other servers, for a module that shows them.
extension BridgeServer {
  /// Where a browser finds a path of a remote snippet, on the host of `origin`; nil for a name that there is not, and
  /// before the server listens.
  package func address(ofRemoteSnippet name: String, path: String, seenFrom origin: String) -> URL? {
    guard let index = configuration.remoteSnippets.firstIndex(where: { $0.name == name }) else { return nil }
    let ports = ports
    let listener = 1 + configuration.listeners.count + index
    guard ports.indices.contains(listener), var parts = URLComponents(string: origin) else { return nil }
    parts.port = ports[listener]
    return parts.url.flatMap { URL(string: path, relativeTo: $0)?.absoluteURL }
  }

  /// The remote snippet whose target answers at this address.
  package func remoteSnippet(at url: URL) -> RemoteSnippet? {
    guard let origin = url.origin else { return nil }
    return configuration.remoteSnippets.first { WebOrigin($0.target) == origin }
  }

  /// Whether pages there load the bridge's script themselves.
  package func isPageOrigin(of url: URL) -> Bool { url.origin.map(configuration.agreed.isPage) ?? false }

  /// The remote snippet of this name.
  package func remoteSnippet(named name: String) -> RemoteSnippet? {
    configuration.remoteSnippets.first { $0.name == name }
  }

  /// All of them.
  package var remoteSnippets: [RemoteSnippet] { configuration.remoteSnippets }
}
