// A shell's views use `CGFloat` and `CGRect`, as UIKit's do. One import provides these types too.
@_exported public import Foundation
@_exported public import SnippetBridge
@_exported public import SnippetCatalog
@_exported public import SnippetViews
