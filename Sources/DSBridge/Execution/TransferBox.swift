import Locks

/// Carries one interface, which need not be `Sendable`, from the caller into the web view. Checked by the compiler:
/// `sending` in, `sending` out.
final class TransferBox: Sendable {
  private let content: Mutex<(any ExposedInterface & SendableMetatype)?>

  init(_ interface: consuming sending any ExposedInterface & SendableMetatype) {
    content = Mutex(interface)
  }

  /// The interface, the first time.
  func take() -> sending (any ExposedInterface & SendableMetatype)? {
    content.withLock { content in
      let interface = content
      content = nil
      return interface
    }
  }
}
