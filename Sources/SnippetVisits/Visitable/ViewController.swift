public import SnippetShell

/// The content of a screen: a title and a tree of nodes. Subclasses draw native content, like a `UIViewController`.
///
/// All members are used in the isolation of the shell that shows the screen.
open class ViewController: ShellBound, ShellUser {
  /// The reason why a screen appears.
  public enum AppearReason: Sendable, Hashable {
    /// The screen was pushed, or has replaced another screen.
    case pushedOntoNavigationStack
    /// The screen above this screen was popped.
    case revealedByPop
    /// The tab of the screen was selected.
    case tabSelected
    /// The modal above this screen was dismissed.
    case revealedByModalDismiss
  }

  /// The reason why a screen disappears.
  public enum DisappearReason: Sendable, Hashable {
    /// The screen was covered or replaced by another screen.
    case coveredByPush
    /// The screen was popped.
    case poppedFromNavigationStack
    /// The user or the program selected another tab.
    case tabDeselected
    /// A modal was presented.
    case coveredByModal
  }

  /// The shell that shows the screen; `nil` before the screen is first shown.
  public internal(set) weak var shell: Shell?
  /// The navigator whose stack contains the screen; `nil` before the screen is first shown.
  public internal(set) weak var navigator: Navigator?
  /// The reason for the last appearance.
  public internal(set) var appearReason = AppearReason.pushedOntoNavigationStack
  /// The reason for the last disappearance.
  public internal(set) var disappearReason = DisappearReason.coveredByPush
  /// The title of the screen, for the toolbar and the window.
  open var title = "" { didSet { if title != oldValue { updateScreen() } } }

  /// The items of the toolbar below the screen; `nil` for no toolbar.
  public var toolbarItems: [ToolbarItem]? { didSet { updateToolbar() } }

  /// The identifier of the screen in the shell; `nil` before a navigator has added the screen.
  var screen: ScreenID? {
    didSet {
      updateScreen()
      if toolbarItems != nil { updateToolbar() }
    }
  }
  private(set) var isLoaded = false

  /// Creates a view controller.
  public init() {}

  /// Returns the nodes of the screen. Called again after ``setNeedsUpdate()``.
  open func body(in shell: isolated Shell) -> Node { Node.div {} }

  /// Requests another call to ``body(in:)``, so that the screen shows the changed state.
  public func setNeedsUpdate() { inShell { $0.setNeedsUpdate() } }

  /// Called once, before the screen is first shown.
  open func viewDidLoad() {}
  /// Called before the screen is shown.
  open func viewWillAppear() {}
  /// Called after the screen was shown.
  open func viewDidAppear() {}
  /// Called before the screen is covered or removed.
  open func viewWillDisappear() {}
  /// Called after the screen was covered or removed.
  open func viewDidDisappear() {}

  func loadIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    viewDidLoad()
  }

  /// Forwards the title to the shell.
  private func updateScreen() {
    guard let screen else { return }
    let title = title
    inShell { $0.update(screen) { $0.pageTitle = title } }
  }

  private func updateToolbar() {
    guard let screen else { return }
    let items = toolbarItems
    inShell { $0.setToolbarItems(items, of: screen) }
  }
}

/// An alert that a delegate returns for a proposal. The shell shows the alert above all screens, and adds no screen.
open class AlertController: ViewController {
  /// The text below the title.
  public let message: String

  /// Creates an alert.
  public init(title: String, message: String = "") {
    self.message = message
    super.init()
    self.title = title
  }

  /// Shows the alert until the user closes it.
  func present() {
    guard let shell else { return }
    // The task does not capture this object, so the object may be released before the alert is closed.
    let (title, message) = (title, message)
    Task { await shell.alert(title, message: message) }
  }
}
