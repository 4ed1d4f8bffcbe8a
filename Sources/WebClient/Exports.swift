// `TLSOptions` are in signatures of this module.
@_exported public import SnippetBridgeTLS
