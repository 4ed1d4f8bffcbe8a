// Re-exports the modules that programs with a shell use, so that they need only one import. The views use `CGFloat` and
// `CGRect` from Foundation.
@_exported public import Foundation
@_exported public import SnippetBridge
@_exported public import SnippetCatalog
@_exported public import SnippetViews
