// Most signatures of this module use heads, fields and bodies.
@_exported public import SnippetBridgeHTTP
// `TransportResult`, the result of reads and writes, is used by this module's own files.
@_exported public import SnippetBridgeTLS
