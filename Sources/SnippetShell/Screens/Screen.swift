public import DSBridge
public import Foundation

/// One screen of a shell: a snippet in a frame, or nodes of native code.
public struct Screen: Sendable, Identifiable {
  /// What a screen shows.
  public enum Content: Sendable {
    /// A page of this server, by its path, such as `/rooms/7?from=list`.
    case page(String)
    /// The same, or a page of a remote snippet, by its address.
    case url(URL)
    /// A snippet: a page, with what the shell makes of it (docs/snippets.md).
    case snippet(Snippet)
    /// Nodes of native code. They are made when the shell has changed, so what they show is what is.
    case native(title: String, @Sendable (isolated Shell) -> Node)
    /// Several beside each other.
    case pages(Pages)
  }

  /// How much of the window a sheet takes.
  public enum Detent: String, Sendable, Hashable, Codable {
    /// Half of the window's height.
    case medium
    /// Nearly all of it.
    case large
    /// All of it, without a margin.
    case full
  }

  /// Names it; its frame has this name.
  public let id: ScreenID
  /// What it shows.
  public internal(set) var content: Content
  /// The web view of its frame; nil for native ones, and while it is not kept alive.
  public internal(set) var webView: WebView?
  /// What its bar shows: the page's title once there is one.
  public internal(set) var title: String
  /// Where its page is.
  public internal(set) var url: URL?
  /// How far its page is.
  public internal(set) var loadingState = LoadingState.idle
  /// Nil for a screen on a stack.
  public internal(set) var detent: Detent?

  /// What it is called while its page has no title.
  let placeholder: String
  /// In letters; a page's is cut there, too.
  private static let longestTitle = 1000

  /// Its page is being made: TWS's "preloading".
  public internal(set) var isPreloading = false
  /// Its page, where the shell makes it.
  var page: SnippetContent.Page?
  /// Makes it.
  var preparation: Task<Void, Never>?
  /// Where the page was scrolled to.
  var scroll: [Int]?
  /// The name of its frame; nil while it has none.
  var frameName: String?
  /// What its frame was told to load.
  var source = ""
  /// What its page was told last: whether it is seen.
  var toldSeen: Bool?
  /// What watches its web view.
  var watcher: Task<Void, Never>?
  var views = ShellViews()

  init(
    _ content: Content, id: ScreenID = ScreenID(), detent: Detent? = nil, placeholder: String = "",
    views: ShellViews = ShellViews()
  ) {
    self.id = id
    self.content = content
    self.detent = detent
    self.placeholder = placeholder
    self.views = views
    title = if case .native(let title, _) = content { String(title.prefix(Self.longestTitle)) } else { "" }
  }
}
