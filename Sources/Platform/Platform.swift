/// The system's own C library. What only Linux has stands in this folder, behind names of ours: a port to another
/// system changes this folder alone.
@_exported public import Glibc
