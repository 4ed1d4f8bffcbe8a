import DSBridgeLocks
import SnippetBridgeWebServer

/// The navigation policy of a server, which the program may replace while the server runs. Safe on any thread.
final class CurrentPolicy: Sendable {
  private struct State {
    var policy: NavigationPolicy
    /// The Content-Security-Policy directives with which browsers enforce the policy, or `nil` if there are none.
    var directives: String?
    /// The Content-Security-Policy that the program has configured.
    var pagePolicy: String?
    /// The Content-Security-Policy header for the server's own pages, which combines ``pagePolicy`` and ``directives``.
    var header: AddedHeaders?
  }

  private let origins: Set<String>
  private let state: Mutex<State>
  private let changes = Mutex(())

  /// Creates the navigation policy for a server.
  /// - Parameter origins: The server's own origins that are known from the configuration.
  init(_ policy: NavigationPolicy, own origins: Set<String>) {
    self.origins = origins
    state = Mutex(State(policy: policy))
    replace(by: policy)
  }

  var value: NavigationPolicy { state.withLock { $0.policy } }
  var directives: String? { state.withLock { $0.directives } }
  var header: AddedHeaders? { state.withLock { $0.header } }

  func replace(by policy: NavigationPolicy) { change { $0.policy = policy } }

  /// Sets the Content-Security-Policy that the program has configured.
  func setPagePolicy(_ text: String?) { change { $0.pagePolicy = text } }

  private func change(_ change: (inout State) -> Void) {
    // A second lock keeps two changes apart, so that requests need not wait until the header has been made.
    changes.withLock { _ in
      var new = state.withLock { $0 }
      change(&new)
      new.directives = new.policy.directives(own: origins)
      // A header may contain several policies, separated by commas. Browsers enforce all of them.
      let policies = [new.pagePolicy, new.directives].compactMap(\.self)
      new.header = policies.isEmpty ? nil : AddedHeaders("Content-Security-Policy", policies.joined(separator: ", "))
      // Release the old rules outside of the state's lock, because releasing many rules takes time.
      state.withLock { swap(&$0, &new) }
    }
  }
}

extension BridgeServer {
  /// The policy for navigations; initially ``BridgeConfiguration/navigationPolicy``. It can be replaced at any time, on
  /// any thread.
  ///
  /// A new policy applies to all subsequent navigations in all pages. A page that is already shown keeps its old
  /// Content-Security-Policy until the page is reloaded. Until then, the old header may block iframes and forms that
  /// the new policy allows.
  ///
  /// To create a policy from strings, such as the lines of a file, use ``NavigationPolicy/init(parsing:deny:)``. If
  /// this initializer throws, the old policy remains in effect:
  ///
  ///     server.navigationPolicy = try NavigationPolicy(parsing: lines)
  public var navigationPolicy: NavigationPolicy {
    get { registry.policy.value }
    set {
      registry.policy.replace(by: newValue)
      for webView in webViews { webView.setIntercepting(webView.questions) }
    }
  }
}
