// Exports `CloseReason` to users of this module, and the HTTP and WebSocket client to the tests of this package.
@_exported public import SnippetBridgeWebClient
