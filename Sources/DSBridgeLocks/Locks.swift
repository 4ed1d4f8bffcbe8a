/// Swift's own locks and atomics, for all modules of this package. Modules import this module instead of
/// `Synchronization`, because `make sanitize-threads` replaces `Mutex` (see Mutex.swift). A declaration of this module
/// takes precedence over a re-exported one.
@_exported public import Synchronization
