// Old names of this module. This file is deleted at version 1.0.

/// The old name of `CloseReason`.
@available(*, deprecated, renamed: "CloseReason")
public typealias SocketEnding = CloseReason
