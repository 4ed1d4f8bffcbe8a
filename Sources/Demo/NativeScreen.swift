import Foundation

/// A native screen that is shown instead of a page. In this demo, the page draws the screen as a card. A program with
/// its own windows would show a native view.
struct NativeScreen: Encodable {
  var title: String
  var symbol: String

  /// Creates the screen for a link. For `/native/settings?tab=sound`, the title is "Settings".
  init(for target: String) {
    if target.hasPrefix("tel:") {
      (title, symbol) = ("Call " + target.dropFirst("tel:".count), "phone")
    } else {
      let name = target.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst().first ?? "native"
      (title, symbol) = (name.prefix(40).capitalized, "window")
    }
  }
}
