import Foundation
import WebServer

import struct WebServer.Request

/// The document a navigation goes to, as far as a request shows it: percent-decoded, without the fragment.
struct NavigationTarget: Hashable, Sendable {
  let path: String
  let query: String?

  init(_ request: Request) {
    self.init(path: request.decodedPath, query: request.query.map { $0.removingPercentEncoding ?? String($0) })
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? ""
    self.init(path: path.isEmpty ? "/" : path, query: components?.query)
  }

  private init(path: String, query: String?) {
    self.path = path
    self.query = query
  }
}
