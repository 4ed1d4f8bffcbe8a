// `SocketEnding`, and for the tests of this package what the pages are made of.
@_exported public import WebClient
