public import SnippetShell

extension Tab {
  /// Creates a tab that shows the screens of a navigator.
  public init(_ title: String, icon: Icon? = nil, badge: String? = nil, navigator: Navigator) {
    // The shell shows this content until the navigator is started.
    self.init(title, id: navigator.tab, icon: icon, badge: badge, content: .native(title: title) { _ in Node.div {} })
  }
}

extension Navigation.ModalStyle {
  /// The height of the sheets that show the modal.
  var detent: Screen.Detent {
    switch self {
    case .medium: .medium
    case .full: .full
    case .large, .pageSheet, .formSheet: .large
    }
  }
}

extension ViewController.AppearReason {
  /// - Parameter disappearance: the reason for the screen's last disappearance. This reason distinguishes a popped
  ///   screen from a closed modal, because `.pop` and `.back` occur in both cases.
  init(_ reason: ShellEvent.Reason, after disappearance: ViewController.DisappearReason) {
    self =
      switch reason {
      case .pop, .back: disappearance == .coveredByModal ? .revealedByModalDismiss : .revealedByPop
      case .dismiss: .revealedByModalDismiss
      case .tab: .tabSelected
      default: .pushedOntoNavigationStack
      }
  }
}

extension ViewController.DisappearReason {
  init(_ reason: ShellEvent.Reason) {
    self =
      switch reason {
      case .pop, .back, .dismiss, .removal: .poppedFromNavigationStack
      case .tab: .tabDeselected
      case .present: .coveredByModal
      default: .coveredByPush
      }
  }
}
