/// A type of which some value is Swift's nil. Nil goes out as `""`, as the page expects it; an explicit JSON null as
/// null.
protocol NilRepresentable {
  /// The value without any layer of `Optional`; nil when one of them is nil.
  var flattened: Any? { get }
}

extension NilRepresentable {
  var isNil: Bool { flattened == nil }
}

extension Optional: NilRepresentable {
  var flattened: Any? {
    switch self {
    case nil: nil
    case .some(let wrapped): flatten(wrapped)
    }
  }
}

/// Takes an optional in an optional in an `Any` apart.
func flatten(_ value: Any) -> Any? {
  if let optional = value as? any NilRepresentable { optional.flattened } else { value }
}
