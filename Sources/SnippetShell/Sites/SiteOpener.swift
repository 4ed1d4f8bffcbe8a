import Foundation
import SnippetBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// An actor that adds proxied sites for the pages of other servers that a shell shows, and removes sites that no screen
/// shows.
actor SiteOpener {
  private let limit: Int
  /// The names of the added sites, with the least recently used site first.
  private var names: [String] = []
  /// The tasks that are adding sites, keyed by the origin of the site's target.
  private var opening: [WebOrigin: Task<Void, any Error>] = [:]

  /// Creates an opener that adds at most `limit` sites.
  init(limit: Int) { self.limit = limit }

  /// Ensures that the server has a proxied site for the origin of `url`. Throws a ``ProxiedSiteError`` or a
  /// ``ShellError`` if the site cannot be added.
  /// - Parameter shownPorts: returns the ports of the pages that screens show. The sites at these ports are not
  ///   removed.
  func open(_ url: URL, on server: BridgeServer, shownPorts: @escaping @Sendable () -> Set<Int>) async throws {
    guard let target = WebOrigin(of: url) else {
      throw ShellError("\(url.scheme ?? "") addresses cannot be shown in a screen.")
    }
    // Without a list of allowed addresses, any page could make this server connect to any address.
    guard server.navigationPolicy.main.allow != nil else {
      throw ShellError(
        "\(target) cannot be opened: the navigation policy has no list of allowed addresses. Set navigationPolicy.")
    }
    if let task = opening[target] { return try await task.value }
    if let site = server.proxiedSite(at: url) {
      if let index = names.firstIndex(of: site.name) { names.append(names.remove(at: index)) }
      return
    }
    let task = Task { try await add(target, to: server, shownPorts) }
    opening[target] = task
    defer { opening[target] = nil }
    try await task.value
  }

  private func add(
    _ target: WebOrigin, to server: BridgeServer, _ shownPorts: @Sendable () -> Set<Int>
  ) async throws {
    if names.count >= limit {
      let shown = shownPorts()
      let unused = names.first { name in
        let url = server.address(ofProxiedSite: name, path: "/", seenFrom: "http://localhost")
        return url?.port.map { !shown.contains($0) } ?? true
      }
      guard let unused else {
        throw ShellError(
          "\(target) cannot be opened: \(limit) other sites are open. Close one, or raise ShellConfiguration.browser.")
      }
      names.removeAll { $0 == unused }
      try? server.remove(proxiedSite: unused)
    }
    let name = Self.name(for: target)
    names.append(name)
    do {
      try await server.add(proxiedSite: ProxiedSite(name: name, target: "\(target)"))
    } catch {
      names.removeAll { $0 == name }
      throw error
    }
  }

  /// Returns a name that is valid as a label of a host name, such as `www-apple-com-1f3a09c27be4d560`.
  ///
  /// Browsers keep the data of a site under its host name. So each target always has the same name, and no other target
  /// can have it.
  static func name(for target: WebOrigin) -> String {
    let words = target.host.description.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let label = words.joined(separator: "-").prefix(40)
    return "\(label.isEmpty ? "site" : label)-\(SHA256.hexDigits(of: Array("\(target)".utf8), count: 8))"
  }
}
