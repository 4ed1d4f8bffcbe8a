public import SnippetShell

/// The content of a screen: a title and a tree of nodes. Subclasses draw native content, like a `UIViewController`.
///
/// All members are used in the isolation of the shell that shows the screen.
open class ViewController {
  /// The shell that shows the screen; `nil` before the screen is first shown.
  public internal(set) weak var shell: Shell?
  /// The title of the screen, for the toolbar and the window.
  open var title = "" { didSet { if title != oldValue { setNeedsUpdate() } } }

  /// Creates a view controller.
  public init() {}

  /// Returns the nodes of the screen. Called again after ``setNeedsUpdate()``.
  open func body(in shell: isolated Shell) -> Node { Node.div {} }

  /// Has ``body(in:)`` called again.
  public func setNeedsUpdate() {
    guard let shell else { return }
    Task { await shell.setNeedsUpdate() }
  }

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
}
