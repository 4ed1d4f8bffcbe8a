// Heads, fields and bodies are in most signatures of this module.
@_exported public import SnippetBridgeHTTP
