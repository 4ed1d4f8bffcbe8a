public import Foundation

/// A place to lay views out by, without being a view: `UILayoutGuide`. A bar's layout has one, for the part of the bar
/// that is seen.
public final class LayoutGuide {
  /// Where it is, as the page has measured it.
  public internal(set) var layoutFrame = CGRect.zero

  init() {}
}

/// What has anchors: a view or a layout guide.
enum LayoutItem {
  case view(View)
  case guide(LayoutGuide)
}
