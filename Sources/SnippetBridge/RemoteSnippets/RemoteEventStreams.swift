import Locks

/// How many event streams each browser has open on the port of a remote snippet.
///
/// Browsers open six connections to a port, for all tabs together, and an event stream keeps one. With six of them,
/// Firefox and WebKitGTK would send no blocking call any more: the page would stand still for ever.
final class RemoteEventStreams: Sendable {
  /// One connection is left for everything else.
  static let most = 5

  /// A browser, as far as its requests tell.
  struct Browser: Hashable {
    let peer: String
    let agent: String
    let host: String
  }

  /// One open stream, until nobody holds it any more.
  final class Place: Sendable {
    private let streams: RemoteEventStreams
    private let browser: Browser

    fileprivate init(in streams: RemoteEventStreams, of browser: Browser) {
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

  /// Nil where the browser has as many as it may.
  func open(by browser: Browser) -> Place? {
    let hasRoom = counts.withLock { counts in
      guard counts[browser, default: 0] < Self.most else { return false }
      counts[browser, default: 0] += 1
      return true
    }
    return hasRoom ? Place(in: self, of: browser) : nil
  }
}
