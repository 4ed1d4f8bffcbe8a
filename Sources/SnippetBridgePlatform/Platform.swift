/// The system's C library. Everything that only Linux has is in this folder, under names of this project: a port to
/// another system changes only this folder.
@_exported public import Glibc
