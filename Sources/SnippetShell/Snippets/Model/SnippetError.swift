/// A snippet, or a list of them, that cannot be read.
public struct SnippetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or address that it stands in, as it was named.
  public internal(set) var origin: String?
  /// Where in it, both from 1; columns are characters.
  public internal(set) var line: Int?
  /// Where in its line.
  public internal(set) var column: Int?
  /// The id of the snippet; nil where it is about the whole list, or the id itself is what is wrong.
  public internal(set) var snippet: String?
  /// The member, from the snippet on, or from the list: `visibility.fromUtc`, `snippets[2].id`.
  public internal(set) var field: String?
  /// What is wrong, as a sentence.
  public internal(set) var problem: String
  /// The member, from the whole text on.
  var path: [JSONStep] = []

  init(_ problem: String) {
    self.problem = problem.printable
  }

  /// `snippets.json, line 3, column 12: snippet "shop", visibility.fromUtc: "soon" is no date: …`
  public var description: String {
    var words = [origin, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    let place = words.isEmpty ? "" : "\(words.joined(separator: ", ")): "
    words = [snippet.map { "snippet \"\($0)\"" }, field].compactMap(\.self)
    return place + (words.isEmpty ? "" : "\(words.joined(separator: ", ")): ") + problem
  }
}

/// One step to a member of a JSON text.
enum JSONStep: Sendable, Hashable {
  case member(String)
  case element(Int)

  init(_ key: any CodingKey) {
    self = key.intValue.map(JSONStep.element) ?? .member(key.stringValue)
  }
}

extension [JSONStep] {
  /// `snippets[2].visibility.fromUtc`
  var text: String {
    reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

extension SnippetError {
  /// - Parameter depth: how many steps lead to the snippet itself.
  init(_ error: DecodingError, snippet: String?, depth: Int) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init("\"\(key.stringValue)\" is missing.")
      path = context.codingPath.map(JSONStep.init)
    case .typeMismatch(let type, let context):
      self.init("It is not \(Self.name(of: type)).")
      path = context.codingPath.map(JSONStep.init)
    case .valueNotFound(let type, let context):
      self.init("It is null, not \(Self.name(of: type)).")
      path = context.codingPath.map(JSONStep.init)
    case .dataCorrupted(let context):
      self.init(context.debugDescription)
      path = context.codingPath.map(JSONStep.init)
    @unknown default:
      self.init("\(error)")
    }
    self.snippet = snippet
    // Without an id the place in the list says which one it is.
    let field = snippet == nil ? path.text : Array(path.dropFirst(depth)).text
    self.field = field.isEmpty ? nil : field.printable
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type, is Double.Type: "a number"
    case is any Collection<Never>.Type: "an array"
    default: "\(type)".hasPrefix("Array") ? "an array" : "an object"
    }
  }
}
