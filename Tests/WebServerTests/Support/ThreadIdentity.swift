import Glibc

/// Which thread this is.
struct ThreadIdentity: Equatable {
  private let thread: pthread_t

  // Not inlined: glibc calls pthread_self constant, so its value could be kept across an await.
  @inline(never) init() { thread = pthread_self() }
}
