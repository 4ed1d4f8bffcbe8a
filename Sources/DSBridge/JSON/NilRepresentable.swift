/// A type that has a nil value, such as `Optional`. The bridge sends nil as `""`, as pages expect, but an explicit JSON
/// null as null.
protocol NilRepresentable {
  /// The value without any layer of `Optional`; nil if one of the layers is nil.
  var flattened: Any? { get }
}

extension Optional: NilRepresentable {
  var flattened: Any? { flatMap { flatten($0) } }
}

/// Returns the value without any layer of `Optional`; nil if one of the layers is nil.
func flatten(_ value: Any) -> Any? {
  if let optional = value as? any NilRepresentable { optional.flattened } else { value }
}
