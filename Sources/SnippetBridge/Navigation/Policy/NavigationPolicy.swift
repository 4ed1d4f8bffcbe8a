public import Foundation
import SnippetBridgeHTTP

/// Where documents may come from: what a browser may be navigated to, and what frames may show.
///
///     let policy = NavigationPolicy(
///       allow: ["apple.com", "https://shop.example:8443/checkout"], deny: ["ads.apple.com"])
///
/// The server's own documents are always allowed. Of everything else a list of denied addresses takes away, and wins;
/// a list of allowed ones, where there is one, is all that is left. What a rule's text means is said at
/// ``NavigationRule``.
public struct NavigationPolicy: Sendable, Hashable {
  /// For tabs, windows, and whatever stands for the web view.
  public let main: NavigationRules
  /// For the frames in its documents.
  public let frames: NavigationRules

  /// Allows everything.
  public static let everything = NavigationPolicy()

  /// `allow` nil: everything that is not denied. `allow` empty: the server's own documents alone. `frames` nil: the
  /// same rules in frames.
  public init(allow: [NavigationRule]? = nil, deny: [NavigationRule] = [], frames: NavigationRules? = nil) {
    main = NavigationRules(allow: allow, deny: deny)
    self.frames = frames ?? main
  }

  var allowsEverything: Bool { main.allowsEverything && frames.allowsEverything }

  /// What is to happen with a navigation.
  public enum Decision: Sendable, Hashable {
    /// Let it go on.
    case allow
    /// Stop it.
    case deny(Reason)
  }

  /// Why a navigation is denied.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// A sentence, for a log and for whoever looks at the page. It has no more of the address than scheme, host, port
    /// and the beginning of the path.
    public let description: String
    /// The rule that denies it; nil where no rule allows it.
    public let rule: NavigationRule?

    init(_ description: String, rule: NavigationRule? = nil) {
      self.description = description
      self.rule = rule
    }
  }

  /// What to do about a navigation to `url`. `own` are the server's own origins, as browsers write them:
  /// `http://localhost:8080`.
  ///
  /// The url is absolute, and what the browser is going to get. A text from elsewhere, such as a redirect's `Location`,
  /// has to be sent on as the url's `absoluteString`: browsers may read another path in the text itself.
  ///
  /// - `about:blank` and, in frames, `about:srcdoc` are allowed: they load nothing.
  /// - `blob:` is judged by the origin in it. A path rule never allows it.
  /// - `data:` and all other schemes without hosts are allowed by a rule for the scheme, or where there is no list of
  ///   allowed addresses.
  /// - Addresses with a user's name in them, and hosts that browsers do not agree about, are denied as soon as there
  ///   is any rule.
  public func decision(
    for url: URL, in frame: NavigationFrame = .main, own origins: Set<String> = []
  ) -> Decision {
    let rules = frame == .main ? main : frames
    guard !rules.allowsEverything else { return .allow }
    do throws(NavigationAddress.Malformed) {
      return switch try NavigationAddress(url) {
      case .blank: .allow
      case .embedded where frame == .sub: .allow
      case .embedded: rules.decision(for: .scheme("about"))
      case .web(let address) where origins.contains(address.origin.description): .allow
      case .web(let address): rules.decision(for: .web(address))
      case .other(let scheme): rules.decision(for: .scheme(scheme))
      }
    } catch {
      return .deny(Reason(error.description))
    }
  }
}

/// What is navigated.
public enum NavigationFrame: Sendable, Hashable {
  /// The web view: a tab, a window, or a frame that stands for a web view.
  case main
  /// A frame in its document.
  case sub
}
