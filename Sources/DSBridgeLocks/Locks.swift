/// Swift's own locks and atomics, for all modules of this package. Modules import this module instead of
/// `Synchronization`, because `make sanitize-threads` replaces `Mutex` (see Mutex.swift). In that build, `Mutex` of
/// this module takes precedence over the re-exported one.
@_exported public import Synchronization
