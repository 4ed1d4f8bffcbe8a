import DSBridge

/// An error in a snippet or in a list of snippets.
public struct SnippetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or address of the list, as specified by the program.
  public internal(set) var origin: String?
  /// The line number, starting at 1.
  public internal(set) var line: Int?
  /// The column number, counted in Unicode scalars and starting at 1.
  public internal(set) var column: Int?
  /// The id of the snippet; `nil` if the whole list or the id itself is wrong.
  public internal(set) var snippet: String?
  /// The path to the invalid member. The path is relative to the snippet, such as `visibility.fromUtc`. If the
  /// snippet's id is unknown, the path is relative to the list, such as `snippets[2].id`.
  public internal(set) var field: String?
  /// A sentence that describes the problem.
  public internal(set) var problem: String
  /// The path to the invalid member from the root of the text.
  var path: [JSONPlace]

  init(_ problem: String, origin: String? = nil, snippet: String? = nil, path: [JSONPlace] = []) {
    self.origin = origin
    self.snippet = snippet
    self.path = path
    self.problem = problem.printable
  }

  /// The error as text, such as `snippets.json, line 3, column 12: snippet "shop", visibility.fromUtc: "soon" is no
  /// date: …`
  public var description: String {
    var words = [origin, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    let place = words.isEmpty ? "" : "\(words.joined(separator: ", ")): "
    words = [snippet.map { "snippet \"\($0)\"" }, field].compactMap(\.self)
    return place + (words.isEmpty ? "" : "\(words.joined(separator: ", ")): ") + problem
  }
}

extension SnippetError {
  /// Creates an error from an error of Foundation's decoder.
  /// - Parameter depth: the number of components in the error's coding path that lead to the snippet itself. ``field``
  ///   omits these components.
  init(_ error: DecodingError, snippet: String?, depth: Int) {
    let (problem, context): (String, DecodingError.Context?) =
      switch error {
      case .keyNotFound(let key, let context): ("\"\(key.stringValue)\" is missing.", context)
      case .typeMismatch(let type, let context): ("It is not \(Self.name(of: type)).", context)
      case .valueNotFound(let type, let context): ("It is null, not \(Self.name(of: type)).", context)
      case .dataCorrupted(let context): (context.debugDescription, context)
      @unknown default: ("\(error)", nil)
      }
    self.init(problem, snippet: snippet, path: context?.codingPath.map(JSONPlace.init) ?? [])
    // If the ID is unknown, the full path is used, which identifies the snippet by its index in the list.
    let field = (snippet == nil ? path[...] : path.dropFirst(depth)).reduce(into: "") { field, place in
      field += place.intValue == nil && !field.isEmpty ? ".\(place.stringValue)" : place.stringValue
    }
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

extension String {
  /// The text for one line of a log: at most 400 Unicode scalars, with control characters and line breaks escaped.
  /// Lists and pages may contain long texts with line breaks.
  var printable: String {
    let limit = 400
    var text = ""
    for scalar in unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.dropFirst(limit).isEmpty ? text : "\(text)…"
  }
}
