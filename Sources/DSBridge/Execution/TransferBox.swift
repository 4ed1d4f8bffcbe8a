import DSBridgeLocks

/// A box that transfers one interface, which need not be `Sendable`, from the caller into the web view. The compiler
/// checks that this is safe, because the box accepts and returns the interface as `sending`.
final class TransferBox: Sendable {
  private let content: Mutex<(any ExposedInterface & SendableMetatype)?>

  init(_ interface: consuming sending any ExposedInterface & SendableMetatype) {
    content = Mutex(interface)
  }

  /// Returns the interface on the first call, and `nil` on later calls.
  func take() -> sending (any ExposedInterface & SendableMetatype)? {
    content.withLock { $0.take() }
  }
}
