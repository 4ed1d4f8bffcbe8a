import typealias DSBridge.Exposed
import protocol DSBridge.ExposedInterface

/// An interface whose functions take and return any value. The file imports only single names of the module, as the
/// README of DSBridge-Swift does, and must compile.
@Exposed final class AnyInterface: Sendable {
  func echo(_ value: Any) -> Any { value }

  func answer(_ value: [Any]?, _ completion: @escaping @Sendable (Any) -> Void) { completion(value?.count ?? 0) }
}
