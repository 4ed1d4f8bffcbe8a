extension RemoteProxy {
  /// One for each remote snippet, by the index of its listener: those come behind all others.
  static func all(
    of configuration: BridgeConfiguration, injecting injection: Injection, trust: TrustPolicy, admission: Admission?
  ) throws(BridgeServerError) -> [Int: RemoteProxy] {
    let visibleCookies = VisibleCookies()
    let hops = RemoteHops()
    var remotes: [Int: RemoteProxy] = [:]
    var names: Set<String> = []
    for (index, snippet) in configuration.remoteSnippets.enumerated() {
      guard isLabel(snippet.name) else {
        throw BridgeServerError(
          """
          "\(snippet.name)" is no name of a remote snippet: it has up to 63 lower-case letters, digits and "-", and \
          neither begins nor ends with "-".
          """)
      }
      guard names.insert(snippet.name).inserted else {
        throw BridgeServerError("Two remote snippets have the name \"\(snippet.name)\".")
      }
      remotes[1 + configuration.listeners.count + index] = try RemoteProxy(
        snippet, injection: injection, trust: trust, admission: admission, visibleCookies: visibleCookies,
        hops: hops, configuration: configuration)
    }
    return remotes
  }

  /// It stands before `.localhost`.
  private static func isLabel(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    return isPlain && (1...63).contains(name.utf8.count) && !name.hasPrefix("-") && !name.hasSuffix("-")
  }
}
