// Re-exported because the module's API uses `TLSOptions`.
@_exported public import SnippetBridgeTLS
