import Foundation

/// Tells threads apart: each has another number as long as it lives, and none has 0.
enum ThreadNumber {
  /// Not inlined: glibc declares `pthread_self` constant, so an optimiser may keep its value across an `await`.
  @inline(never)
  static func ofCurrentThread() -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
