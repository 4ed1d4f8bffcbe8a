import Testing

/// Runs the tests of all test targets. With a main function of its own, SwiftPM does not search the index for tests of
/// XCTest, of which there are none. So `make` builds without an index (docs/decisions/0037).
@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
