import ArgumentParser
import Logging
import SnippetBridge
import Testing

/// Options with impossible values are rejected before the server starts, with a message that names a valid value.
@Suite(.timeLimit(.minutes(5))) struct BridgeOptionTests {
  private func message(_ arguments: String...) -> String {
    do {
      _ = try BridgeOptions.parse(arguments)
      return "fine"
    } catch {
      return BridgeOptions.message(for: error)
    }
  }

  private func startError(_ change: (inout BridgeConfiguration) -> Void) -> String? {
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = MemoryDocuments([:])
    configuration.logger.logLevel = .critical
    change(&configuration)
    do {
      _ = try BridgeServer(configuration: configuration) { (_: WebView) in }
      return nil
    } catch {
      return (error as? BridgeServerError)?.description
    }
  }

  @Test(arguments: ["foo", "", ";", "scrpt-src 'self'"]) func aPolicyWithoutADirectiveIsNone(text: String) {
    let sentence = """
      "\(text)" is not a Content-Security-Policy: browsers know none of its directives. Write for example \
      "default-src 'self'; img-src *", or omit the policy.
      """
    #expect(message("--content-security-policy", text) == "--content-security-policy: \(sentence)")
    #expect(startError { $0.contentSecurityPolicy = text } == sentence)
  }

  @Test(arguments: ["default-src 'self'", "SANDBOX allow-scripts", "new-src *; img-src *"])
  func aPolicyWithOneIsTaken(text: String) {
    #expect(message("--content-security-policy", text) == "fine")
  }

  @Test(arguments: [
    ("http://x", "x"), ("kiosk:8080", "kiosk"), ("kiosk/start", "kiosk"),
    ("", "kiosk.example"), ("*.example", "kiosk.example"), ("exämple", "xn--exmple-cua"),
    ("https://exämple:8080/", "xn--exmple-cua"), ("a%2Fb", "kiosk.example"),
  ]) func whatIsNoNameIsRefused(name: String, advice: String) {
    let sentence = "\"\(name)\" is not a host name without scheme, port and path. Write it as \(advice)."
    #expect(message("--name", name) == "--name: \(sentence)")
    #expect(startError { $0.names = ["good.example", name] } == sentence)
  }

  @Test(arguments: ["kiosk", "kiosk.example", "Kiosk_1.local", "::1", "10.0.0.7", "xn--bcher-kva.example"])
  func aNameIsTaken(name: String) {
    #expect(message("--name", name) == "fine")
  }

  @Test(arguments: [Duration.zero, .seconds(-1)]) func aTimeLimitThatNoCallCanKeep(limit: Duration) {
    #expect(
      startError { $0.webViews.blockingCallTimeLimit = limit } == """
        webViews.blockingCallTimeLimit is \(limit), but must be above 0. The default is \
        .seconds(60).
        """)
  }
}
