import DSBridge

/// The demo pages' namespace `swift`.
@Exposed
struct SwiftApi {
  func testSyn(_ message: String) -> String { message + "[Swift sync call:test]" }
  func testAsyn(_ message: String, completion: (String) -> Void) { completion(message + "[Swift async call:test]") }
}
