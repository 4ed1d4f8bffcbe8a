/// A message between a component of the page and one of Swift.
public struct Message: Sendable {
  /// The page that has sent a message.
  public struct Metadata: Sendable, Hashable, Codable {
    /// The page's URL.
    public let url: String

    /// Creates metadata.
    public init(url: String) { self.url = url }
  }

  /// The identifier; a reply has the one of the message that it answers.
  public let id: String
  /// The name of the component.
  public let component: String
  /// The name of the event.
  public let event: String
  /// The page that has sent the message.
  public let metadata: Metadata?
  /// The data as JSON, an object.
  public let jsonData: String

  /// Creates a message.
  public init(id: String, component: String, event: String, metadata: Metadata?, jsonData: String) {
    self.id = id
    self.component = component
    self.event = event
    self.metadata = metadata
    self.jsonData = jsonData
  }
}
