import DSBridge
import SnippetBridgeWebClient

extension Snippet: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case id, target, props, engine, headers, dynamicResources, overrides, visibility
  }

  /// Decodes a snippet from an object. Throws a ``SnippetError`` that names the snippet and its member. Resources
  /// that cannot be decoded are omitted.
  public init(from decoder: any Decoder) throws {
    var id: String?
    do {
      let container = try decoder.container(keyedBy: Key.self)
      let name = try container.decode(String.self, forKey: .id)
      guard !name.isEmpty, name.utf8.count <= 256, name.printable == name else {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: container, debugDescription: "An id must have 1 to 256 bytes and no control characters.")
      }
      id = name
      self.init(
        id: name,
        target: try container.decode(Target.self, forKey: .target),
        props: try container.decodeIfPresent(Props.self, forKey: .props),
        engine: try container.decodeIfPresent(Engine.self, forKey: .engine),
        headers: try container.decodeIfPresent([String: String].self, forKey: .headers),
        dynamicResources: try container.decodeIfPresent([Readable<Resource>].self, forKey: .dynamicResources)?
          .compactMap(\.value),
        overrides: try container.decodeIfPresent([Override].self, forKey: .overrides),
        visibility: try container.decodeIfPresent(Visibility.self, forKey: .visibility))
      if let notes = decoder.userInfo[DecodingNotes.key] as? DecodingNotes {
        try tellUnknownMembers(of: decoder, to: notes)
      }
      if let headers, let problem = HeaderFields.problem(of: headers) {
        throw DecodingError.dataCorruptedError(forKey: .headers, in: container, debugDescription: problem)
      }
    } catch let error as DecodingError {
      throw SnippetError(error, snippet: id, depth: decoder.codingPath.count)
    }
  }

  /// Adds a note for each unknown member, which is usually misspelled.
  private func tellUnknownMembers(of decoder: any Decoder, to notes: DecodingNotes) throws {
    guard notes.tellsUnknownMembers else { return }
    let known = Set(Key.allCases.map(\.rawValue))
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      var note = SnippetError("The member \"\(key.stringValue)\" is unknown.")
      note.snippet = id
      note.path = (decoder.codingPath + [key]).map(JSONPlace.init)
      notes.add(note)
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes the snippet in the format of `init(from:)`, without members that are `nil`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(target, forKey: .target)
    try container.encodeIfPresent(props, forKey: .props)
    try container.encodeIfPresent(engine, forKey: .engine)
    try container.encodeIfPresent(headers, forKey: .headers)
    try container.encodeIfPresent(dynamicResources, forKey: .dynamicResources)
    try container.encodeIfPresent(overrides, forKey: .overrides)
    try container.encodeIfPresent(visibility, forKey: .visibility)
  }
}

/// An element that may be invalid. Errors are added to ``DecodingNotes``.
private struct Readable<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do {
      value = try Value(from: decoder)
    } catch let error as DecodingError {
      value = nil
      (decoder.userInfo[DecodingNotes.key] as? DecodingNotes)?.add(SnippetError(error, snippet: nil, depth: 0))
    }
  }
}

/// The rules of HTTP for header fields.
enum HeaderFields {
  /// Returns a sentence that describes the first invalid field, or `nil` if all fields are valid.
  static func problem(of fields: [String: String]) -> String? {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard HTTPSyntax.isToken(name) else { return "\"\(name)\" is not a valid header name." }
      guard HTTPSyntax.isValue(value) else { return "The value of \"\(name)\" has a control character." }
      guard !HTTPSyntax.isForConnection(name) else {
        return "The header \"\(name)\" belongs to the connection and cannot be set."
      }
    }
    return nil
  }
}
