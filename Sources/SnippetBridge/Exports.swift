// Programs need interfaces, and limits, besides the server: one import gives them all.
@_exported public import DSBridge
@_exported public import HTTPTypes
@_exported public import Location
@_exported public import Routes
@_exported public import struct WebServer.ConnectionLimits
@_exported public import struct WebServer.HTTPLimits
@_exported public import struct WebServer.WebSocketLimits
