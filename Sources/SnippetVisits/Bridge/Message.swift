public import Foundation
import SnippetCatalog

/// A message between a component in the page and the component's Swift side.
public struct Message: Sendable {
  /// The page that has sent a message.
  public struct Metadata: Sendable, Hashable, Codable {
    /// The page's URL.
    public let url: String

    /// Creates metadata.
    public init(url: String) { self.url = url }
  }

  /// The identifier of the message. A reply has the same identifier as the message that it answers.
  public let id: String
  /// The name of the component.
  public let component: String
  /// The name of the event.
  public let event: String
  /// The page that has sent the message; `nil` if the message does not contain the page's URL.
  public let metadata: Metadata?
  /// The data of the message, as the text of a JSON object.
  public let jsonData: String

  /// Creates a message.
  public init(id: String, component: String, event: String, metadata: Metadata?, jsonData: String) {
    self.id = id
    self.component = component
    self.event = event
    self.metadata = metadata
    self.jsonData = jsonData
  }

  /// Returns the data decoded as a value, or `nil` if the data cannot be decoded as this type.
  public func data<Value: Decodable>(decoder: JSONDecoder = Hotwire.config.jsonDecoder()) -> Value? {
    try? decoder.decode(Value.self, from: Data(jsonData.utf8))
  }

  /// Returns a copy with a different event or different data.
  public func replacing(event: String? = nil, jsonData: String? = nil) -> Message {
    Message(
      id: id, component: component, event: event ?? self.event, metadata: metadata, jsonData: jsonData ?? self.jsonData)
  }

  /// Returns a copy with a value as its data, or `nil` if the value cannot be encoded.
  public func replacing(
    event: String? = nil, data: some Encodable, encoder: JSONEncoder = Hotwire.config.jsonEncoder()
  ) -> Message? {
    guard let json = try? encoder.encode(data) else { return nil }
    return replacing(event: event, jsonData: String(decoding: json, as: UTF8.self))
  }
}

extension Message: Equatable {
  /// Returns whether two messages are equal. The data is compared as JSON values, not as text.
  public static func == (left: Message, right: Message) -> Bool {
    (left.id, left.component, left.event, left.metadata) == (right.id, right.component, right.event, right.metadata)
      && (left.jsonData == right.jsonData || left.value == right.value && left.value != nil)
  }

  private var value: Props? { try? JSONDecoder().decode(Props.self, from: Data(jsonData.utf8)) }
}

extension Message: Codable {
  private enum CodingKeys: CodingKey { case id, component, event, data }

  /// Decodes a message from the page library. The page's URL is a member of the data. If there is no data, the message
  /// has an empty object as its data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let data = try container.decodeIfPresent(Props.self, forKey: .data)
    let url = data?["metadata"]?["url"]?.string
    self.init(
      id: try container.decode(String.self, forKey: .id),
      component: try container.decode(String.self, forKey: .component),
      event: try container.decode(String.self, forKey: .event), metadata: url.map(Metadata.init),
      jsonData: data?.dictionary == nil ? "{}" : data?.json ?? "{}")
  }

  /// Encodes the message for the page library. The page's URL becomes a member of the data.
  public func encode(to encoder: any Encoder) throws {
    var data = value ?? [:]
    if case .dictionary(var members) = data, let metadata {
      members["metadata"] = .dictionary(["url": .string(metadata.url)])
      data = .dictionary(members)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(component, forKey: .component)
    try container.encode(event, forKey: .event)
    try container.encode(data, forKey: .data)
  }
}
