// Re-exported because most signatures of this module use heads, fields and bodies.
@_exported public import SnippetBridgeHTTP
// Re-exported because the files of this module use `TransportResult`, the result of reads and writes.
@_exported public import SnippetBridgeTLS
