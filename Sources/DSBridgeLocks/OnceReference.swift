/// A reference to an object that is set at most once, and that any thread reads without a lock.
///
/// The standard library's `AtomicLazyReference` has the same purpose, but the compiler does not specialize generic
/// noncopyable types. A read takes about 600 instructions there, which was 3 % of a call, and 150 here.
package struct OnceReference: ~Copyable, Sendable {
  /// The address of the object, which this reference retains; 0 until it is set.
  @usableFromInline let address = Atomic<UInt>(0)

  /// Creates a reference that is not set.
  package init() {}

  deinit { reference?.release() }

  @inlinable var reference: Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  /// Returns the object, or nil if none has been set. `type` must be the type of the object, which debug builds check.
  @inlinable package func load<Object: AnyObject & Sendable>(as type: Object.Type) -> Object? {
    reference.map { unsafeDowncast($0.takeUnretainedValue(), to: type) }
  }

  /// Sets the object. No effect if an object has been set before.
  package func set(_ object: some AnyObject & Sendable) {
    let retained = Unmanaged<AnyObject>.passRetained(object)
    let isSet = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing
    ).exchanged
    if !isSet { retained.release() }
  }
}
