/// The values in a path configuration that determine where and how a visit is shown.
public enum Navigation {
  /// The stack on which a screen is shown.
  public enum Context: String, Sendable, CaseIterable {
    /// The main stack.
    case `default`
    /// The stack of the modal.
    case modal
  }

  /// The way in which a proposal changes a stack.
  public enum Presentation: String, Sendable, CaseIterable {
    /// Pushes, pops or replaces, depending on the screens of the stack.
    case `default`
    /// Pops one screen. The proposed URL is not visited.
    case pop
    /// Replaces the top screen.
    case replace
    /// Pops one screen and visits the revealed screen again.
    case refresh
    /// Pops all screens except the root, and visits the root again.
    case clearAll = "clear_all"
    /// Replaces all screens with one screen.
    case replaceRoot = "replace_root"
    /// Changes nothing.
    case none
  }

  /// The style of a modal.
  public enum ModalStyle: String, Sendable, CaseIterable {
    /// A sheet with half of the window's height, which the user can drag to the height of `large`.
    case medium
    /// A sheet with nearly all of the window's height.
    case large
    /// A sheet with all of the window's height.
    case full
    /// A sheet as wide as a page. Drawn like `large`.
    case pageSheet = "page_sheet"
    /// A sheet in the middle of the window. Drawn like `large`.
    case formSheet = "form_sheet"
  }

  /// The meaning of URLs that have the same path and different queries.
  public enum QueryStringPresentation: String, Sendable, CaseIterable {
    /// The URLs are different locations.
    case `default`
    /// The URLs are the same location, so a visit replaces the existing screen.
    case replace
  }
}

/// A view controller type that rules can name in the property `view_controller`.
///
///     switch proposal.viewController {
///     case SettingsViewController.pathConfigurationIdentifier: .acceptCustom(SettingsViewController())
///     default: .accept
///     }
public protocol PathConfigurationIdentifiable: ViewController {
  /// The value of the property `view_controller` that refers to this type.
  static var pathConfigurationIdentifier: String { get }
}
