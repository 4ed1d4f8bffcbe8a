#if THREAD_SANITIZER
  import Glibc

  /// A replacement for `Synchronization.Mutex` in builds with the thread sanitizer. On Linux, the sanitizer does not
  /// understand how that type orders accesses. When threads compete, the kernel passes the lock from one thread to the
  /// next, and the sanitizer then reports every later access as a race.
  ///
  /// `@unchecked` is safe, because the value is accessed only between locking and unlocking.
  public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates a mutex that protects `initial`.
    public init(_ initial: consuming sending Value) {
      lock = .allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// Calls `body` with the value while holding the lock, like `Mutex.withLock(_:)`.
    public borrowing func withLock<Result: ~Copyable, Failure>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#endif
