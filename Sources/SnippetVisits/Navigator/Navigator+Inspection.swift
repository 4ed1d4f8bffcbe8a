import DSBridge
import SnippetBridge
import SnippetShell

/// The reports of a navigator to developer tools.
extension Navigator {
  /// A proposal in the inspector's timeline.
  private struct Note: Encodable {
    var url: String
    var action: String
    /// The patterns of the path configuration's rules that match the URL.
    var patterns: [String]
    var context: String
    var presentation: String
    /// The decision: `accept`, `custom`, `reject` or `cancel`.
    var decision: String
    var navigator: String
  }

  /// Reports a proposal and the decision about it.
  func note(_ proposal: VisitProposal, _ decision: String) {
    let config = configuration.config
    (activeWebView ?? shell?.webView)?.note(
      "visit.proposal",
      encoding: Note(
        url: proposal.url.absoluteString, action: proposal.options.action.rawValue,
        patterns: config.pathConfiguration.matchingRules(for: proposal.url).flatMap(\.patterns),
        context: proposal.context.rawValue, presentation: proposal.presentation.rawValue, decision: decision,
        navigator: configuration.name))
  }

  /// The navigator with its sessions, for the inspector's tree.
  var inspected: InspectedNode {
    let sessions = [session, modalSession].map { session in
      InspectedNode(
        "Session \(session.name)", detail: session.webView == nil ? "no page" : "",
        children: session.webView.map { [InspectedNode("", webView: $0.id)] } ?? [])
    }
    return InspectedNode(
      "Navigator \(configuration.name)", detail: "\(stacks.main.count) screens, \(stacks.modal.count) in the modal",
      children: sessions)
  }
}
