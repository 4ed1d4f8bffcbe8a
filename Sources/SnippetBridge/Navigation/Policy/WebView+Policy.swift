import DSBridge
import Foundation
import Locks

extension Registry {
  /// What the server's policy says of a navigation of a page of this origin.
  func decision(
    about url: URL, in frame: NavigationFrame, seenFrom origin: String?
  ) -> NavigationPolicy.Decision {
    configuration.navigationPolicy.decision(for: url, in: frame, own: ownOrigins(seenFrom: origin))
  }

  /// Whose documents are the server's own, for a page of this origin: those of all its ports under the page's host
  /// name, and those that it was told of.
  private func ownOrigins(seenFrom origin: String?) -> Set<String> {
    var own = configuration.origins.union(configuration.pageOrigins)
    guard let origin else { return own }
    own.insert(origin)
    if let components = URLComponents(string: origin), !configuration.isPage(origin: origin) {
      for listener in listening.withLock({ $0 }) {
        var other = components
        other.scheme = listener.isSecure ? "https" : "http"
        other.port = listener.port
        if let origin = other.url?.origin { own.insert(origin) }
      }
    }
    return own
  }
}

extension WebView {
  /// Tells the program, and the page's user, that a navigation was stopped.
  nonisolated func deny(_ url: URL, because reason: NavigationPolicy.Reason) {
    tellDenied(url.absoluteString, because: reason.description)
    if let text = try? JSONSerializer().encode(reason.description) { tellPage("denied", text) }
  }
}
