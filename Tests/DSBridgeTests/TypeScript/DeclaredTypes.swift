import DSBridge
import Foundation

/// A type with every kind of property that declarations must express.
struct Order: Codable {
  struct Line: Codable {
    var article: Article.ID
    var count: Int
    var note: String?
  }

  var id: UUID
  var placed: Date
  var lines: [Line]
  var size: Size
  var priority: Priority?
  var labels: [String: String?]
  var extra: JSON
  var link: URL?
  var `two words`: Double
}

struct Article: Codable {
  /// A type with one value, which is a number in JSON.
  struct ID: Codable, RawRepresentable {
    var rawValue: Int
  }

  var id: ID
  var image: Data
  var price: Decimal
}

enum Size: String, Codable, CaseIterable {
  case small, large = "the \"large\" one"
}

enum Priority: Int, Codable, CaseIterable {
  case low = -1, high = 1
}

/// An enum that is not `CaseIterable`, so its declaration is a string.
enum Color: String, Codable {
  case red, green
}

enum Mood: Codable, CaseIterable {
  case good, bad
}

enum Shape: Codable {
  case circle(Double), square(Double)
}

/// A type with a property of a type for which the generator has no example value.
struct Painted: Codable {
  var color: Color
}

/// A type that is encoded and never decoded.
struct Report: Encodable {
  var text: String
}

/// A type with the same name as a global type of browsers. Inside a module, the names do not conflict.
struct Location: Codable {
  var latitude: Double
}

/// A type with the same name as a type that the generated declarations use.
struct Promise: Codable {
  var kept: Bool
}

struct Box<Content: Codable>: Codable {
  var content: Content
}

final class Tree: Codable {
  var name: String
  var parent: Tree?
  var children: [Tree]

  init(name: String) {
    self.name = name
    children = []
  }
}

/// A type whose decoding requires `Growing<[Content]>`, which requires `Growing<[[Content]]>`, and so on without end.
struct Growing<Content: Decodable>: Decodable {
  init(from decoder: any Decoder) throws {
    var elements = try decoder.unkeyedContainer()
    while !elements.isAtEnd { _ = try elements.decode(Growing<[Content]>.self) }
  }
}

/// A type that is decoded by hand: nested members, a pair, and an optional member.
struct ByHand: Decodable {
  private enum Keys: String, CodingKey {
    case inner, pair, maybe
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    let inner = try members.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    _ = try inner.decode(Bool.self, forKey: .maybe)
    var pair = try members.nestedUnkeyedContainer(forKey: .pair)
    _ = try pair.decode(String.self)
    _ = try pair.decode(Int.self)
    if members.contains(.maybe) { _ = try members.decode(Int.self, forKey: .maybe) }
  }
}

/// A type with members of any name.
struct Anything: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    for key in members.allKeys { _ = try members.decode(Int.self, forKey: key) }
  }
}

struct Holder: Decodable {
  var any: JSONValue<[String: Any]>
}
