// A shell's views are written with `CGFloat` and `CGRect`, as UIKit's are: one import gives them, too.
@_exported public import Foundation
@_exported public import SnippetBridge
