import SnippetShell

/// A site that the toolbar's "Open" button offers.
struct Site: Sendable {
  let name: String
  /// The path of a page on this server, or a URL.
  let address: String

  static let all = [
    Site(name: "Lakeside weekend", address: "/home.html"),
    Site(name: "Pictures", address: "/gallery.html"),
    Site(name: "Getting there", address: "/getting-there.html"),
    Site(name: "apple.com", address: "https://www.apple.com/"),
    Site(name: "hackingwithswift.com", address: "https://www.hackingwithswift.com/"),
  ]

  /// The rules that allow navigations to other servers. If no rule matches, the navigation is cancelled, and the user
  /// sees a message.
  static let allowed: [NavigationRule] = ["apple.com", "hackingwithswift.com", "tel:"]

  private static let globe = Icon(
    .circle(x: 12, y: 12, radius: 8.5), .path("M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17"))

  /// Returns the button for the toolbar.
  static func openButton(in shell: isolated Shell) -> Node {
    Node.button(globe, label: "Open") { [weak shell] _ in await shell?.chooseSite() }.key("Open")
  }
}

extension Shell {
  /// Asks the user for a site and opens it.
  func chooseSite() async {
    guard let index = await choose("Open", from: Site.all.map(\.name)) else { return }
    let address = Site.all[index].address
    if address.hasPrefix("/") {
      push(.page(address))
    } else if let url = URL(string: address) {
      open(url)
    }
  }
}
