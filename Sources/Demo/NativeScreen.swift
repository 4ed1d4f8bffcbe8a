import Foundation

/// What Swift shows in place of a page: here a card that the page draws, in a program with windows a view of its own.
struct NativeScreen: Encodable {
  var title: String
  var symbol: String

  /// For `/native/settings?tab=sound`, "Settings".
  init(for target: String) {
    if target.hasPrefix("tel:") {
      (title, symbol) = ("Call " + target.dropFirst("tel:".count), "phone")
    } else {
      let name = target.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst().first ?? "native"
      (title, symbol) = (name.prefix(40).capitalized, "window")
    }
  }
}
