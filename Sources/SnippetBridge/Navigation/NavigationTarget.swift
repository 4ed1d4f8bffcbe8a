import Foundation
import WebServer

/// The document a navigation goes to, as far as this server tells documents apart: percent-decoded, without the fragment.
struct NavigationTarget: Hashable, Sendable {
  let path: String
  let query: String?

  init(_ request: Request) {
    path = request.path
    query = request.query.map { $0.removingPercentEncoding ?? $0 }
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? ""
    self.path = path.isEmpty ? "/" : path
    query = components?.query
  }
}
