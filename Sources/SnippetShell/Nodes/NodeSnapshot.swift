/// A mounted node and what is in it, as the shell page gets it.
public struct NodeSnapshot: Sendable, Hashable, Codable {
  /// A small number, never used for another node.
  public let id: Int
  /// The tag.
  public let tag: String
  /// The classes, with spaces between; nil for none.
  public internal(set) var `class`: String?
  /// The attributes; nil for none.
  public internal(set) var attributes: [String: String]?
  /// The style's properties; nil for none.
  public internal(set) var style: [String: String]?
  /// The events it listens to, in order of their names; nil for none.
  public internal(set) var events: [NodeEvent.Name]?
  /// Its text; nil if there is none.
  public internal(set) var text: String?
  /// The nodes in it; nil if there are none.
  public internal(set) var children: [NodeSnapshot]?
}
