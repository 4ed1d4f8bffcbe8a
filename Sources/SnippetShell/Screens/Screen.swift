public import DSBridge
public import Foundation

/// A screen of a shell: a snippet in an iframe, or nodes of native code.
public struct Screen: Sendable, Identifiable {
  /// The content of a screen.
  public enum Content: Sendable {
    /// A page on this server, given by its path, such as `/rooms/7?from=list`.
    case page(String)
    /// A page on this server or on a proxied site, given by its URL. If ``ShellConfiguration/browser`` is set, the page
    /// may be on any server that the navigation policy allows.
    case url(URL)
    /// A snippet. If the snippet has a template or other modifications, the server generates the snippet's page
    /// (docs/guides/snippets.md).
    case snippet(Snippet)
    /// Nodes that native code creates. The closure is called for each update of the shell.
    case native(title: String, @Sendable (isolated Shell) -> Node)
    /// Several pages side by side.
    case pages(Pages)
    /// Content with bindings for its screen. ``Bindable/bound(_:)`` creates this value.
    indirect case bound(Content, Bindings)
  }

  /// The height of a sheet relative to the window.
  public enum Detent: String, Sendable, Hashable, Codable {
    /// Half of the window's height.
    case medium
    /// Nearly all of the window's height.
    case large
    /// All of the window's height, without a margin.
    case full
  }

  /// The identifier of the screen.
  public let id: ScreenID
  /// The content that the screen shows.
  public internal(set) var content: Content
  /// The web view of the screen's iframe; `nil` for native screens and while the page is not loaded.
  public internal(set) var webView: WebView?
  /// The title of the screen. It is the first of these titles that exists: the title from ``Shell/setTitle(_:of:)``,
  /// the result of the function from ``Bindable/bind(title:)``, the title of the page or of the native screen.
  /// Otherwise, it is empty.
  public var title: String { setTitle ?? foundTitle ?? pageTitle }
  /// The URL of the page; `nil` for screens without an iframe.
  public package(set) var url: URL?
  /// The loading state of the page.
  public package(set) var loadingState = LoadingState.idle
  /// The height of the sheet; `nil` for a screen on a stack.
  public internal(set) var detent: Detent?

  /// The title of the page or of the native screen.
  package var pageTitle: String
  /// The title that the program has set.
  var setTitle: String? { didSet { setTitle = setTitle.map { String($0.prefix(Self.longestTitle)) } } }
  /// The title that the function from ``Bindable/bind(title:)`` has returned.
  var foundTitle: String? { didSet { foundTitle = foundTitle.map { String($0.prefix(Self.longestTitle)) } } }
  /// The task that runs the function from ``Bindable/bind(title:)``.
  var titleSearch: Task<Void, Never>?

  /// The items of the screen's toolbar; `nil` for no toolbar. See ``Shell/setToolbarItems(_:of:)``.
  public internal(set) var toolbarItems: [ToolbarItem]?

  /// Whether the user can close the sheet with Escape or by clicking beside it.
  var isDismissable = true
  /// Whether the toolbar's Reload button is enabled if the screen shows a shared page.
  package var allowsReload = true
  /// Whether the screen has a page that can be reloaded.
  var canReload: Bool { webView != nil || hasFailed || sharedPage != nil && allowsReload }
  /// The text of the button that closes the sheet.
  var closeTitle = "Close"

  /// The name to show while the page has no title: the title of the tab or ``Page`` whose first screen this is.
  let placeholder: String
  /// The maximum length of a native screen's title, in characters. Titles of pages have the same limit.
  private static let longestTitle = 1000

  /// Whether the server is generating the page of the snippet. TWS calls this "preloading".
  public internal(set) var isPreloading = false
  /// The page that the server has generated from the snippet; `nil` if there is none.
  var page: SnippetContent.Page?
  /// The task that requests the snippet's page and receives later versions.
  var preparation: Task<Void, Never>?
  /// The last scroll position of the page, as x and y.
  var scroll: [Int]?
  /// The current step of the page, which is a navigation within the document; `nil` if the history contains no step of
  /// the page.
  var step: PageStep?
  /// The numbers of the steps whose state the current document stores. To show any other step, the document must be
  /// loaded again.
  var knownSteps: ClosedRange<Int>?
  /// The name of the iframe; `nil` if there is none.
  var iframeName: String?
  /// The value of the iframe's `src` attribute.
  var source = ""
  /// The visibility of the screen that was last reported to the document; `nil` if none was reported yet.
  var toldSeen: Bool?
  /// The shared page that the screen shows; `nil` if the screen has its own content.
  var sharedPage: ScreenID?
  /// The action of the error view's Retry button; `nil` to reload the screen's own page.
  package var retry: Bindings.Retry?
  /// The task that observes the web view.
  var watcher: Task<Void, Never>?
  /// The tab that the screen belongs to.
  let tab: Tab.ID?
  /// The screen's own bindings.
  let bindings: Bindings
  /// The content to which the program has bound ``bindings``. A navigation can change ``content``, but not this value.
  let boundContent: Content

  init(
    _ content: Content, in tab: Tab.ID?, id: ScreenID = ScreenID(), detent: Detent? = nil, placeholder: String = "",
    inheriting outer: Bindings = Bindings()
  ) {
    self.id = id
    self.tab = tab
    bindings = content.bindings.over(outer)
    let content = content.withoutBindings
    self.content = content
    boundContent = content
    self.detent = detent
    self.placeholder = placeholder
    pageTitle = if case .native(let title, _) = content { String(title.prefix(Self.longestTitle)) } else { "" }
  }
}

/// A random identifier for a screen. The names of iframes have the same format.
public struct ScreenID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier as text: `screen-` and 32 hexadecimal digits.
  public let description: String

  package init() { description = "screen-" + WebView.randomID() }

  init(name: String) { description = name }

  /// Decodes the identifier from a string.
  public init(from decoder: any Decoder) throws { description = try String(from: decoder) }

  /// Encodes the identifier as a string.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
