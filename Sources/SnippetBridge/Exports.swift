// Re-exports modules and limits that programs need in addition to the server, so that one import is enough.
@_exported public import DSBridge
@_exported public import HTTPTypes
@_exported public import SnippetBridgeLocation
@_exported public import SnippetBridgeRoutes
@_exported public import struct SnippetBridgeWebServer.ConnectionLimits
@_exported public import struct SnippetBridgeWebServer.HTTPLimits
@_exported public import struct SnippetBridgeWebServer.WebSocketLimits
