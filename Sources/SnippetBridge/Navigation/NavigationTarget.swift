import DSBridge
import DSBridgeText
import Foundation
import WebServer

/// The document a navigation goes to, as far as a request shows it: percent-decoded, without the fragment.
struct NavigationTarget: Hashable, Sendable {
  private let path: UTF8Key
  private let query: UTF8Key?

  init(_ request: ServerRequest) {
    self.init(path: request.decodedPath, query: request.query.map { $0.removingPercentEncoding ?? String($0) })
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? ""
    self.init(path: path.isEmpty ? "/" : path, query: components?.query)
  }

  private init(path: String, query: String?) {
    self.path = UTF8Key(String(streamSafe: path))
    self.query = query.map { UTF8Key(String(streamSafe: $0)) }
  }
}
