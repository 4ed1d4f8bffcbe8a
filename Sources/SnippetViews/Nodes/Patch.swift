/// A change to the tree of nodes that a shell's page shows. In JSON, an array that contains the patch's name and its
/// values, in the order of the case's parameters.
public enum Patch: Sendable, Hashable {
  /// Replaces the whole tree.
  case root(NodeSnapshot)
  /// Inserts a new node before the sibling `before`, or as the last child if `before` is 0.
  case insert(parent: Int, before: Int, NodeSnapshot)
  /// Moves a node before its sibling `before`, or to the end if `before` is 0.
  case move(parent: Int, before: Int, id: Int)
  /// Removes a node with its content.
  case remove(id: Int)
  /// Sets the text.
  case text(id: Int, String)
  /// Sets an attribute; `nil` removes it.
  case attribute(id: Int, name: String, String?)
  /// Sets a style property; `nil` removes it.
  case style(id: Int, property: String, String?)
  /// Sets the classes, which are separated by spaces.
  case `class`(id: Int, String)
  /// Sets the events that the page reports for the node.
  case events(id: Int, [NodeEvent.Name])
}

extension Patch: Codable {
  private enum Name: String, Codable { case root, insert, move, remove, text, attribute, style, `class`, events }

  /// Encodes the patch as an array, such as `["text", 4, "Rooms"]`.
  public func encode(to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    switch self {
    case .root(let node): try array.encode(all: Name.root, node)
    case .insert(let parent, let before, let node): try array.encode(all: Name.insert, parent, before, node)
    case .move(let parent, let before, let id): try array.encode(all: Name.move, parent, before, id)
    case .remove(let id): try array.encode(all: Name.remove, id)
    case .text(let id, let text): try array.encode(all: Name.text, id, text)
    case .attribute(let id, let name, let value): try array.encode(all: Name.attribute, id, name, value)
    case .style(let id, let property, let value): try array.encode(all: Name.style, id, property, value)
    case .class(let id, let names): try array.encode(all: Name.class, id, names)
    case .events(let id, let names): try array.encode(all: Name.events, id, names)
    }
  }

  /// Decodes a patch from the format of `encode(to:)`.
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    func next<Value: Decodable>() throws -> Value { try array.decode(Value.self) }
    self =
      switch try array.decode(Name.self) {
      case .root: .root(try next())
      case .insert: .insert(parent: try next(), before: try next(), try next())
      case .move: .move(parent: try next(), before: try next(), id: try next())
      case .remove: .remove(id: try next())
      case .text: .text(id: try next(), try next())
      case .attribute: .attribute(id: try next(), name: try next(), try next())
      case .style: .style(id: try next(), property: try next(), try next())
      case .class: .class(id: try next(), try next())
      case .events: .events(id: try next(), try next())
      }
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes values of several types.
  package mutating func encode<each Value: Encodable>(all value: repeat each Value) throws {
    repeat try encode(each value)
  }
}
