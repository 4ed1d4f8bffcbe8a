import Testing

@testable import SnippetBridge

/// The limits that are derived from other limits.
@Suite(.timeLimit(.minutes(5))) struct BridgeConfigurationTests {
  private func agreed(_ change: (inout BridgeConfiguration) -> Void) -> BridgeConfiguration {
    var configuration = BridgeConfiguration()
    change(&configuration)
    return configuration.agreed
  }

  @Test func theDefaultsAgree() {
    let agreed = agreed { _ in }
    #expect(agreed.http.maximumBodySize == HTTPLimits().maximumBodySize)
    #expect(agreed.http.maximumTotalBodySize == HTTPLimits().maximumTotalBodySize)
    #expect(agreed.webViews.maximumUnprocessedSize == WebView.Limits().maximumUnprocessedSize)
    #expect(agreed.sockets.maximumQueuedSize == 65 << 20, "what may be unacknowledged, and 1 MB")
    #expect(agreed.maximumWireMessageSize == HTTPLimits().maximumBodySize)
  }

  @Test func aLargeMessageRaisesWhatItGoesThrough() throws {
    let agreed = agreed { $0.sockets.maximumMessageSize = 1 << 30 }
    #expect(agreed.sockets.maximumMessageSize == 1 << 30)
    #expect(agreed.http.maximumBodySize == 1 << 30 + 64 << 10)
    #expect(agreed.http.maximumTotalBodySize == agreed.http.maximumBodySize)
    #expect(agreed.webViews.maximumUnprocessedSize == 4 << 30)
    #expect(try agreed.webServer().sockets.maximumMessageSize == 1 << 30 + 64 << 10)
  }

  @Test func aSmallOneLowersNothing() throws {
    let agreed = agreed { $0.sockets.maximumMessageSize = 1000 }
    #expect(agreed.http.maximumBodySize == BridgeConfiguration().http.maximumBodySize)
    #expect(try agreed.webServer().sockets.maximumMessageSize == 1000 + 64 << 10)
  }

  @Test func oneBodyMayBeAsLargeAsAllTogether() {
    let agreed = agreed { $0.http.maximumBodySize = 1 << 30 }
    #expect(agreed.http.maximumTotalBodySize == 1 << 30)
  }

  @Test func largerLimitsStay() {
    let agreed = agreed {
      $0.sockets.maximumQueuedSize = 1 << 30
      $0.webViews.maximumUnprocessedSize = 1 << 31
      $0.http.maximumTotalBodySize = 1 << 32
    }
    #expect(agreed.sockets.maximumQueuedSize == 1 << 30)
    #expect(agreed.webViews.maximumUnprocessedSize == 1 << 31)
    #expect(agreed.http.maximumTotalBodySize == 1 << 32)
  }

  @Test func aProxyThatIsNoAddressIsNamed() throws {
    var configuration = BridgeConfiguration()
    configuration.trustedProxies = ["127.0.0.1", "10.0.0.0/8", "proxy.local"]
    let error = #expect(throws: BridgeServerError.self) { try configuration.webServer() }
    #expect(error?.description.contains("proxy.local") == true)
    configuration.trustedProxies.removeLast()
    #expect(try configuration.webServer().trustedProxies.count == 2)
  }
}
