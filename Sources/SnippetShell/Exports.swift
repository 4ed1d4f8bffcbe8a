// Re-exports the modules that programs with a shell use, so that they need only one import. Foundation is included,
// because the views use its `CGFloat` and `CGRect`.
@_exported public import Foundation
@_exported public import SnippetBridge
@_exported public import SnippetCatalog
@_exported public import SnippetViews
