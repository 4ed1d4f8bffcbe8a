// Exports Foundation, because a shell's views use `CGFloat` and `CGRect`. So programs need only one import.
@_exported public import Foundation
@_exported public import SnippetBridge
@_exported public import SnippetCatalog
@_exported public import SnippetViews
