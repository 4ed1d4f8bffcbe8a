import Foundation
import SnippetBridge

extension Node {
  /// The default loading view: a skeleton placeholder for the page.
  static var loadingView: Node {
    let bones: [NodeClass?] = ["picture", "head", nil, nil, "short", nil, nil, "short"]
    return Node.list(
      "div", "skeleton",
      bones.map { name in Node.list("div", "bone").with { node in if let name { node.add(name) } } }
    ).with { $0.attributes["aria-hidden"] = "true" }
  }

  /// Returns the default view for a page that could not be loaded.
  /// - Parameter isBrief: whether to omit the error's description. The description may contain addresses, which users
  ///   of a kiosk must not see.
  static func errorView(_ error: any Error, isBrief: Bool, retry: @escaping Bindings.Retry) -> Node {
    let advice =
      (error as? NavigationError)?.status == nil ? "Check the connection, then try again." : "Try again later."
    let details = isBrief ? [] : [Node.code("\(error)")]
    let sign = Node.list("div", "sign", [.icon(.cloudOff)])
    let actions = Node.list("div", "actions", [Node.button("Retry") { _ in await retry() }.class("button", "main")])
    return Node.list(
      "div", "problem",
      [sign, .heading("This page could not be loaded"), .paragraph(advice)]
        + details + [actions])
  }
}
