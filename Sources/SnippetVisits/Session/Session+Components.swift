import DSBridge
import Foundation
import Logging
import SnippetCatalog

/// The messages of bridge components (public/visits/components.js).
extension Session: BridgeTransport {
  /// A message of the page: the word `ready`, or the message of a component.
  private enum Incoming: Decodable {
    case ready
    case message(Fields)

    struct Fields: Decodable {
      var id: String
      var component: String
      var event: String
      var data: Props?
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        guard text == "ready" else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text.prefix(50))' is no message.")
        }
        self = .ready
      } else {
        self = .message(try container.decode(Fields.self))
      }
    }
  }

  func receive(component json: JSON) {
    do {
      switch try JSONSerializer().decode(Incoming.self, from: json) {
      case .ready: bridgeDelegate?.sessionBridgeDidBecomeReady(self)
      case .message(let fields):
        let data = fields.data ?? .dictionary([:])
        let url = data["metadata"]?["url"]?.string
        bridgeDelegate?.session(
          self,
          didReceive: Message(
            id: fields.id, component: fields.component, event: fields.event,
            metadata: url.map { Message.Metadata(url: $0) },
            jsonData: String(decoding: try JSONEncoder().encode(data), as: UTF8.self)))
      }
    } catch {
      logger.warning(
        "a message of a bridge component was ignored",
        metadata: ["session": "\(name)", "error": "\("\(error)".prefix(200))"])
    }
  }

  package func register(components names: [String]) { tell("register", names) }

  func unregister(component name: String) { tell("unregister", name) }

  func reply(with message: Message) {
    var data = (try? JSONDecoder().decode(Props.self, from: Data(message.jsonData.utf8))) ?? .dictionary([:])
    if case .dictionary(var members) = data, let url = message.metadata?.url {
      members["metadata"] = .dictionary(["url": .string(url)])
      data = .dictionary(members)
    }
    let members: [String: Props] = [
      "id": .string(message.id), "component": .string(message.component), "event": .string(message.event), "data": data,
    ]
    tell("replyWith", members)
  }

  /// Calls a function of `window.nativeBridge`.
  private func tell(_ name: String, _ value: some Encodable) {
    guard let json = try? JSONSerializer().encode(BridgeCall(name: name, value: value)) else { return }
    webView?.tellPage("component", json)
  }
}

/// A call of a function of `window.nativeBridge`. In JSON, an array of the name and the argument.
private struct BridgeCall<Value: Encodable>: Encodable {
  let name: String
  let value: Value

  func encode(to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    try array.encode(name)
    try array.encode(value)
  }
}
