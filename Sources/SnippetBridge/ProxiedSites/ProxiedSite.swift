import ArgumentParser

/// The pages of another server, shown with the bridge under an origin of their own (docs/guides/proxied-sites.md).
///
///     configuration.proxiedSites = [ProxiedSite(name: "shop", target: "http://localhost:5173", port: 8081)]
///
/// The server answers requests on that port with the target's responses. On this machine, the pages are also at
/// `http://shop.localhost:8081/`.
public struct ProxiedSite: Sendable, Hashable {
  /// The name: up to 63 lower-case letters, digits and `-`, as in a host name. The value of
  /// ``WebViewClient/proxiedSite``.
  public var name: String
  /// The origin of the other server: `http://localhost:5173`, `https://staging.example`.
  public var target: String
  /// The port of this server for the site. 0, the default, selects any free port.
  public var port: Int
  /// A PEM file with the only authorities that may have signed the target's certificate. `nil` selects the system's
  /// authorities.
  public var authorityFile: String?

  /// Creates a proxied site.
  public init(name: String, target: String, port: Int = 0, authorityFile: String? = nil) {
    self.name = name
    self.target = target
    self.port = port
    self.authorityFile = authorityFile
  }
}

extension ProxiedSite {
  /// Parses a command-line option: `shop=http://localhost:5173`, or with a port `shop:8081=http://localhost:5173`.
  /// Throws a validation error.
  init(option text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    let place = (parts.first ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = place.first, let port = place.count == 2 ? Int(place[1]) : 0,
      (0...65535).contains(port)
    else {
      throw ValidationError(
        "\"\(text)\" is not a proxied site. Write shop=http://localhost:5173 or shop:8081=http://localhost:5173.")
    }
    self.init(name: String(name), target: String(parts[1]), port: port)
  }
}
