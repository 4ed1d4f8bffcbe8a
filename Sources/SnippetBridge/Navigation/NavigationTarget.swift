import Foundation
import WebServer

/// The document a navigation goes to, as far as a request shows it: percent-decoded, without the fragment.
///
/// libwebsockets reads "+" as a space and ";" as "&" before anyone sees them; here both sides are read so.
struct NavigationTarget: Hashable, Sendable {
  let path: String
  let query: String?

  init(_ request: Request) {
    self.init(path: request.path, query: request.query.map { $0.removingPercentEncoding ?? $0 })
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? ""
    self.init(path: path.isEmpty ? "/" : path, query: components?.query)
  }

  private init(path: String, query: String?) {
    self.path = path.replacing("+", with: " ")
    self.query = query.map { $0.replacing("+", with: " ").replacing(";", with: "&") }
  }
}
