public import DSBridge

/// WebKit's names for types with the same members, so that a program can share code with an iOS app
/// (docs/guides/moving-from-easybrowser.md).
public typealias WKWebView = WebView
/// WebKit's name for ``NavigationAction``.
public typealias WKNavigationAction = NavigationAction
/// WebKit's name for ``NavigationActionPolicy``.
public typealias WKNavigationActionPolicy = NavigationActionPolicy
/// WebKit's name for ``NavigationAction/NavigationType``.
public typealias WKNavigationType = NavigationAction.NavigationType
/// WebKit's name for ``NavigationAction/Frame``.
public typealias WKFrameInfo = NavigationAction.Frame
/// WebKit's name for ``NavigationDelegate``.
public typealias WKNavigationDelegate = NavigationDelegate
