import DSBridge
import Foundation

/// A type of every kind that declarations have to tell.
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
  /// One value of its own name: in JSON it is a number.
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

/// Not listed: any string, as far as a page can know.
enum Color: String, Codable {
  case red, green
}

enum Mood: Codable, CaseIterable {
  case good, bad
}

enum Shape: Codable {
  case circle(Double), square(Double)
}

/// Holds one of which there is no example.
struct Painted: Codable {
  var color: Color
}

/// Written, never read.
struct Report: Encodable {
  var text: String
}

/// A name that the page's own types have too, as a module's type that is no matter.
struct Location: Codable {
  var latitude: Double
}

/// A name that the declarations need themselves.
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

/// Reads an ever larger type of its own kind: never finished.
struct Growing<Content: Decodable>: Decodable {
  init(from decoder: any Decoder) throws {
    var elements = try decoder.unkeyedContainer()
    while !elements.isAtEnd { _ = try elements.decode(Growing<[Content]>.self) }
  }
}

/// Reads by hand: nested members, a pair, and one that may be missing.
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

/// Members of any name.
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
  var any: Untyped<[String: Any]>
}
