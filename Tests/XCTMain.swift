import Testing

/// Runs the tests of all test targets. Because this main function exists, SwiftPM does not search the index for tests
/// of XCTest, of which there are none. So the tests are built without an index (docs/decisions/0037). `swift test`
/// needs the options `--disable-xctest --enable-swift-testing`.
@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
