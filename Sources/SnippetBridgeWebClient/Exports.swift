// Re-exported because signatures of this module use `TLSOptions`.
@_exported public import SnippetBridgeTLS
