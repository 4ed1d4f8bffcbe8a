import typealias DSBridge.Exposed
import protocol DSBridge.ExposedInterface

/// An interface in a file with the seed's imports, whose functions take and return any value. It compiles.
@Exposed final class AnyInterface: Sendable {
  func echo(_ value: Any) -> Any { value }

  func answer(_ value: [Any]?, _ completion: @escaping @Sendable (Any) -> Void) { completion(value?.count ?? 0) }
}
