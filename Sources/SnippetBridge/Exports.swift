// A program that serves snippets exposes interfaces to them, and says what is too much: one import is enough.
@_exported public import DSBridge
@_exported public import HTTPTypes
@_exported public import Routes
@_exported public import struct WebServer.ConnectionLimits
@_exported public import struct WebServer.HTTPLimits
@_exported public import struct WebServer.WebSocketLimits
