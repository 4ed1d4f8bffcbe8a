public import DSBridge

/// WebKit's names of types with the same members, for code that is shared with an iOS app
/// (docs/guides/moving-from-easybrowser.md).
public typealias WKWebView = WebView
/// WebKit's name of ``NavigationAction``.
public typealias WKNavigationAction = NavigationAction
/// WebKit's name of ``NavigationActionPolicy``.
public typealias WKNavigationActionPolicy = NavigationActionPolicy
/// WebKit's name of ``NavigationAction/NavigationType``.
public typealias WKNavigationType = NavigationAction.NavigationType
/// WebKit's name of ``NavigationAction/Frame``.
public typealias WKFrameInfo = NavigationAction.Frame
/// WebKit's name of ``NavigationDelegate``.
public typealias WKNavigationDelegate = NavigationDelegate
