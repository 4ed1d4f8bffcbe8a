import ArgumentParser

/// A site of another server whose pages are shown with the bridge, under their own host name
/// (docs/guides/proxied-sites.md).
///
///     configuration.proxiedSites = [ProxiedSite(name: "shop", target: "http://localhost:5173", port: 8081)]
///
/// The server forwards requests on that port to the other server, which is called the target. On the same machine,
/// browsers open the pages at `http://shop.localhost:8081/`.
public struct ProxiedSite: Sendable, Hashable {
  /// The name, which consists of up to 63 lower-case letters, digits and `-`, as in a host name. Browsers store the
  /// site's data under this name, so it must not be given to another site later.
  /// ``WebViewClient/proxiedSite`` contains this name.
  public var name: String
  /// The origin of the other server, such as `http://localhost:5173` or `https://staging.example`.
  public var target: String
  /// The port on which this server serves the site. 0, the default, selects any free port.
  public var port: Int
  /// A PEM file with the only authorities that are trusted to sign the target's certificate. If `nil`, the system's
  /// authorities are trusted.
  public var authorityFile: String?
  /// The browser features that the site's pages may use in a screen of a shell, such as `camera`, `microphone`,
  /// `geolocation` or `clipboard-read` (W3C, Permissions Policy). Empty by default.
  ///
  /// If the user has granted a feature to the shell's page, the browser does not ask again for the site. In a tab of
  /// its own, a site needs no permission of the program, and the browser asks the user.
  public var permissions: Set<String> = []

  /// Creates a proxied site.
  public init(name: String, target: String, port: Int = 0, authorityFile: String? = nil) {
    self.name = name
    self.target = target
    self.port = port
    self.authorityFile = authorityFile
  }
}

extension ProxiedSite {
  /// Parses a command-line option such as `shop=http://localhost:5173` or, with a port,
  /// `shop:8081=http://localhost:5173`. Throws a validation error if the option is invalid.
  init(option text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    let place = (parts.first ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = place.first, let port = place.count == 2 ? Int(place[1]) : 0,
      // `Int` also accepts a sign.
      place.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) }), (0...65535).contains(port)
    else {
      throw ValidationError(
        "\"\(text)\" is not a proxied site. Write shop=http://localhost:5173 or shop:8081=http://localhost:5173.")
    }
    self.init(name: String(name), target: String(parts[1]), port: port)
  }
}
