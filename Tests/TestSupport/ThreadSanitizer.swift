#if THREAD_SANITIZER
  import PthreadMutex

  // `make sanitize-threads`: see PthreadMutex.
  typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#endif
