// Heads, fields and bodies are in most signatures of this module.
@_exported public import SnippetBridgeHTTP
// For this module's own files: `TransportResult` is what their reads and writes return.
@_exported public import SnippetBridgeTLS
