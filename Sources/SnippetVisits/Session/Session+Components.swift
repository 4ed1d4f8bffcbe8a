import DSBridge
import Foundation
import Logging

/// The messages of bridge components (public/visits/components.js).
extension Session: BridgeTransport {
  func receive(component json: JSON) {
    let serializer = JSONSerializer()
    if (try? serializer.decode(String.self, from: json)) == "ready" {
      return tell("register", config.bridgeComponents.map { $0.name })
    }
    do {
      let message = try serializer.decode(Message.self, from: json)
      let screen = activeVisitable as? HotwireWebViewController
      guard screen?.bridgeDelegate.bridgeDidReceiveMessage(message, at: webView?.url) != true else { return }
      config.logger.debug(
        "a message of a bridge component was ignored",
        metadata: ["component": "\(message.component.prefix(50))", "event": "\(message.event.prefix(50))"])
    } catch {
      logger.warning(
        "a message of a bridge component was ignored",
        metadata: ["session": "\(name)", "error": "\("\(error)".prefix(200))"])
    }
  }

  func reply(with message: Message) { tell("replyWith", message) }

  /// Calls a function of `window.nativeBridge` by an array of the name and the argument.
  private func tell(_ name: String, _ value: some Encodable) {
    guard let json = try? JSONSerializer().encode(value) else { return }
    let call = Array("[\"\(name)\",".utf8) + json.bytes + [UInt8(ascii: "]")]
    webView?.tellPage("component", JSON(bytes: call[...]))
  }
}
