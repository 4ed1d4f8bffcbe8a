import Foundation
import Testing

@testable import SnippetVisits

/// The rules R75 to R81 of docs/internals/visit-rules.md, with a transport that records messages.
@Suite(.timeLimit(.minutes(1))) struct BridgeTests {
  private final class Transport: BridgeTransport {
    var replies: [Message] = []

    func reply(with message: Message) { replies.append(message) }
  }

  private final class FormComponent: BridgeComponent {
    struct Data: Codable { var title: String }
    var events: [String] = []

    override func onReceive(message: Message) { events.append(message.event) }
    override func onViewDidLoad() { events.append("didLoad") }
    override func onViewWillAppear() { events.append("willAppear") }
    override func onViewDidAppear() { events.append("didAppear") }
    override func onViewWillDisappear() { events.append("willDisappear") }
    override func onViewDidDisappear() { events.append("didDisappear") }
  }

  private final class MenuItem: BridgeComponent {
    override class var name: String { "menu" }
  }

  private final class Destination: BridgeDestination {
    var created: [String] = []
    func onBridgeComponentInitialized(_ component: BridgeComponent) { created.append(type(of: component).name) }
  }

  private let destination = Destination()
  private let transport = Transport()
  private let bridge: BridgeDelegate
  private let url = URL(string: "http://host.example/new")

  init() {
    bridge = BridgeDelegate(
      location: "http://host.example/new", destination: destination,
      componentTypes: [FormComponent.self, MenuItem.self])
    bridge.transport = transport
  }

  private func message(
    _ event: String, id: String = "1", component: String = "form", url: String = "http://host.example/new"
  ) -> Message {
    Message(id: id, component: component, event: event, metadata: .init(url: url), jsonData: #"{"title":"Save"}"#)
  }

  @Test("R77: messages in both directions; missing data is an empty object; missing members drop the message")
  func messages() throws {
    func decode(_ json: String) throws -> Message { try JSONDecoder().decode(Message.self, from: Data(json.utf8)) }
    let json =
      #"{"id":"1","component":"form","event":"connect","data":{"title":"Save","metadata":{"url":"http://a.example/"}}}"#
    let message = try decode(json)
    #expect(message.metadata?.url == "http://a.example/")
    #expect((message.data() as FormComponent.Data?)?.title == "Save")
    #expect(try decode(String(decoding: JSONEncoder().encode(message), as: UTF8.self)) == message)
    #expect(try decode(#"{"id":"1","component":"form","event":"connect"}"#).jsonData == "{}")
    for part in [#""id":"1""#, #""component":"form""#, #""event":"connect""#] {
      #expect(throws: DecodingError.self) { try decode(json.replacing(part, with: #""x":1"#)) }
    }
    #expect(message.replacing(jsonData: #"{"b":1, "a":[2]}"#) == message.replacing(jsonData: #"{"a":[2],"b":1}"#))
    #expect(message.replacing(jsonData: #"{"b":1}"#) != message.replacing(jsonData: #"{"b":2}"#))
    #expect(message != message.replacing(event: "submit"))
  }

  @Test("R78: a component is created at its first message")
  func creation() {
    #expect(bridge.component() as FormComponent? == nil)
    #expect(bridge.bridgeDidReceiveMessage(message("connect"), at: url))
    #expect(bridge.bridgeDidReceiveMessage(message("submit"), at: url))
    #expect(destination.created == ["form"])
    #expect((bridge.component() as FormComponent?)?.events == ["connect", "submit"])
    #expect(bridge.component() as MenuItem? == nil)
  }

  @Test("R78: an unknown component, another URL and an inactive destination are ignored")
  func ignored() {
    #expect(!bridge.bridgeDidReceiveMessage(message("connect", component: "video"), at: url))
    #expect(!bridge.bridgeDidReceiveMessage(message("connect", url: "http://host.example/other"), at: url))
    // The page was redirected to another URL. From then on, messages must come from that URL.
    let other = URL(string: "http://host.example/other")
    #expect(bridge.bridgeDidReceiveMessage(message("connect", url: "http://host.example/other"), at: other))
    #expect(bridge.bridgeDidReceiveMessage(message("connect"), at: nil))
    bridge.transport = nil
    #expect(!bridge.bridgeDidReceiveMessage(message("connect"), at: url))
    #expect((bridge.component() as FormComponent?)?.events == ["connect", "connect"])
  }

  @Test("R79: replies keep the id; an unseen event sends nothing")
  func replies() async throws {
    bridge.bridgeDidReceiveMessage(message("connect", id: "7"), at: url)
    let component = try #require(bridge.component() as FormComponent?)
    #expect(try await component.reply(to: "submit") == false)
    #expect(transport.replies.isEmpty)
    #expect(try await component.reply(to: "connect"))
    #expect(try await component.reply(to: "connect", with: #"{"x":1}"#))
    #expect(try await component.reply(to: "connect", with: FormComponent.Data(title: "Done")))
    #expect(try await component.reply(with: message("connect").replacing(event: "other")))
    #expect(transport.replies.map(\.id) == ["7", "7", "7", "1"])
    #expect(transport.replies.map(\.jsonData).dropLast() == [#"{"title":"Save"}"#, #"{"x":1}"#, #"{"title":"Done"}"#])
    #expect(transport.replies.map(\.event) == ["connect", "connect", "connect", "other"])
    var results: [Bool] = []
    component.reply(to: "submit", completion: { results.append((try? $0.get()) == true) })
    component.reply(to: "connect", completion: { results.append((try? $0.get()) == true) })
    #expect(results == [false, true])
    bridge.transport = nil
    #expect(try await component.reply(to: "connect") == false)
  }

  @Test("R80: a component hears of its screen's appearance")
  func lifecycle() throws {
    let screen = HotwireWebViewController(url: try #require(url), componentTypes: [FormComponent.self])
    screen.bridgeDelegate.transport = transport
    #expect(screen.bridgeDelegate.bridgeDidReceiveMessage(message("connect"), at: url))
    screen.viewDidLoad()
    screen.viewWillAppear()
    screen.viewDidAppear()
    screen.viewWillDisappear()
    screen.viewDidDisappear()
    let component = try #require(screen.bridgeDelegate.component() as FormComponent?)
    #expect(component.events == ["connect", "didLoad", "willAppear", "didAppear", "willDisappear", "didDisappear"])
  }

  @Test("R81: messages use the program's encoder and decoder")
  func coders() throws {
    struct Values: Codable, Equatable { var longTitle: String }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let reply = try #require(message("connect").replacing(data: Values(longTitle: "a"), encoder: encoder))
    #expect(reply.jsonData == #"{"long_title":"a"}"#)
    #expect(reply.data(decoder: decoder) == Values(longTitle: "a"))
    #expect(reply.data() as Values? == nil)
  }

  @Test("R66: the user agent's part for no, one and two components, with and without a prefix")
  func userAgent() {
    var config = HotwireConfig()
    #expect(config.userAgent == "Hotwire Native iOS; Turbo Native iOS; bridge-components: []")
    config.bridgeComponents = [FormComponent.self, MenuItem.self]
    #expect(config.userAgent == "Hotwire Native iOS; Turbo Native iOS; bridge-components: [form menu]")
    config.applicationUserAgentPrefix = "Shop 2.1;"
    #expect(config.userAgent == "Shop 2.1; Hotwire Native iOS; Turbo Native iOS; bridge-components: [form menu]")
  }
}
