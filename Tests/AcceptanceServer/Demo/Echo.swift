import DSBridge

/// The demo pages' namespace `echo`.
@Exposed
struct Echo {
  func syn(_ value: Any) -> Any { value }
  func asyn(_ value: Any, completion: (Any) -> Void) { completion(value) }
}
