/// Swift's own locks and atomics, for every module here. They are imported by this module's name, not by their own,
/// because `make sanitize-threads` has another `Mutex` (beside this file): what a module declares itself stands before
/// what it exports of another.
@_exported public import Synchronization
