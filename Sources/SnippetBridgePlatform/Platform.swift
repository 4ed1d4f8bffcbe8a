/// The system's C library. All Linux-specific code is in this folder, behind names of this project. A port to another
/// system changes only this folder.
@_exported public import Glibc
