// Exports `CloseReason` to users of this module. The tests of this package also use the client types that pages are
// built on.
@_exported public import SnippetBridgeWebClient
