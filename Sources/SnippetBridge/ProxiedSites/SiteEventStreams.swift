import DSBridgeLocks

/// A counter for the event streams that each browser has open on the port of a proxied site.
///
/// Browsers open at most six connections to a port, for all tabs together, and each event stream occupies one of them.
/// With six open streams, no connection would be left. A blocking call in Firefox or WebKitGTK would then hang forever,
/// and with it the page.
final class SiteEventStreams: Sendable {
  /// The maximum number of streams per browser. One connection is left for all other requests.
  static let most = 5

  /// A browser, identified by properties of its requests.
  struct Browser: Hashable {
    let peer: String
    let agent: String
    let host: String
  }

  /// An open stream, which is counted until this object is deallocated.
  final class Place: Sendable {
    private let streams: SiteEventStreams
    private let browser: Browser

    fileprivate init(in streams: SiteEventStreams, of browser: Browser) {
      self.streams = streams
      self.browser = browser
    }

    deinit {
      streams.counts.withLock { counts in
        let rest = counts[browser, default: 1] - 1
        counts[browser] = rest > 0 ? rest : nil
      }
    }
  }

  private let counts = Mutex<[Browser: Int]>([:])

  /// Counts one more stream. Returns `nil` if the browser has reached the maximum number of streams.
  func open(by browser: Browser) -> Place? {
    counts.withLock { counts in
      guard counts[browser, default: 0] < Self.most else { return nil }
      counts[browser, default: 0] += 1
      return Place(in: self, of: browser)
    }
  }
}
