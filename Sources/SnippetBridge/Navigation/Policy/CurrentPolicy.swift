import DSBridgeLocks
import SnippetBridgeWebServer

/// The navigation policy of a server, which the program may replace while the server runs. Safe on any thread.
final class CurrentPolicy: Sendable {
  private struct State {
    var policy: NavigationPolicy
    /// The directives by which browsers enforce the policy, or `nil` if there are none.
    var directives: String?
    /// The program's own Content-Security-Policy.
    var pagePolicy: String?
    /// The Content-Security-Policy header of the server's own pages. It contains ``pagePolicy`` and ``directives``.
    var header: AddedHeaders?

    mutating func update(own origins: Set<String>) {
      directives = policy.directives(own: origins)
      // A header may contain several policies, separated by commas. Browsers enforce all of them.
      let policies = [pagePolicy, directives].compactMap(\.self)
      header = policies.isEmpty ? nil : AddedHeaders("Content-Security-Policy", policies.joined(separator: ", "))
    }
  }

  private let origins: Set<String>
  private let state: Mutex<State>

  /// Creates the policy of a server.
  /// - Parameter origins: The server's own origins, as far as they are configured.
  init(_ policy: NavigationPolicy, own origins: Set<String>) {
    self.origins = origins
    var state = State(policy: policy)
    state.update(own: origins)
    self.state = Mutex(state)
  }

  var value: NavigationPolicy { state.withLock { $0.policy } }
  var directives: String? { state.withLock { $0.directives } }
  var header: AddedHeaders? { state.withLock { $0.header } }

  func replace(by policy: NavigationPolicy) { change { $0.policy = policy } }

  /// Sets the program's own Content-Security-Policy.
  func setPagePolicy(_ text: String?) { change { $0.pagePolicy = text } }

  private func change(_ change: (inout State) -> Void) {
    var new = state.withLock { $0 }
    change(&new)
    new.update(own: origins)
    // The old rules are freed outside of the lock.
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    _ = old
  }
}

extension BridgeServer {
  /// The policy for navigations, at first ``BridgeConfiguration/navigationPolicy``. May be replaced at any time, on
  /// any thread.
  ///
  /// A new policy applies to all later navigations of all pages. The Content-Security-Policy of a page that is already
  /// shown remains until the page is loaded again: it may stop iframes and forms that the new policy allows.
  ///
  /// To create a policy from texts, such as the lines of a file, use ``NavigationPolicy/init(parsing:deny:)``. If it
  /// throws, the old policy remains:
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
