/// Swift's own locks and atomics, for all modules of this package. Modules import this module instead of
/// `Synchronization`, because `make sanitize-threads` uses another `Mutex` (see Mutex.swift). A module's own
/// declaration takes precedence over one that it re-exports.
@_exported public import Synchronization
