// Exports `CloseReason` to users of this module, and the client types to the tests of this package.
@_exported public import SnippetBridgeWebClient
