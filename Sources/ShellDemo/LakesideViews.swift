import SnippetShell

/// The views that cover a page while it loads or after it has failed.
enum LakesideViews {
  private static let boat = Icon(path: "M3 15h18l-3 5H6zM12 12V3l6.5 9z")

  static func loading(_ progress: Double?) -> Node {
    Node.div {
      Node.icon(boat).frame(width: 48, height: 48).foreground(.accent)
      Node.paragraph("Rowing over …")
      Node.progress(progress, label: "Loading").frame(width: 180)
    }.class("problem")
  }

  static func error(
    _ error: any Error, retry: @escaping @Sendable () async -> Void, home: @escaping @Sendable () async -> Void
  ) -> Node {
    let isMissing = (error as? NavigationError)?.status == 404
    return Node.div {
      Node.div { Node.icon(boat) }.class("sign")
      Node.heading(isMissing ? "There is no such place" : "The ferry has not come")
      Node.paragraph(isMissing ? "Nothing at Lakeside has this address." : "Check the connection, then try again.")
      Node.code("\(error)")
      Node.div {
        Node.button("Retry") { _ in await retry() }.class("main")
        Node.button("Home") { _ in await home() }
      }.class("actions")
    }.class("problem")
  }
}
