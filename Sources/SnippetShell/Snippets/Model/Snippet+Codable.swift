import WebClient

extension Snippet: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case id, target, props, engine, headers, dynamicResources, overrides, visibility
  }

  /// Of an object. Throws a ``SnippetError`` that names the snippet and its member. Resources that cannot be read are
  /// left out.
  public init(from decoder: any Decoder) throws {
    var id: String?
    do {
      let container = try decoder.container(keyedBy: Key.self)
      let name = try container.decode(String.self, forKey: .id)
      guard !name.isEmpty, name.utf8.count <= 256, name.printable == name else {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: container, debugDescription: "An id has 1 to 256 bytes, and no control characters.")
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

  /// Misspelt, as a rule.
  private func tellUnknownMembers(of decoder: any Decoder, to notes: DecodingNotes) throws {
    guard notes.tellsUnknownMembers else { return }
    let known = Set(Key.allCases.map(\.rawValue))
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      var note = SnippetError("There is no member \"\(key.stringValue)\".")
      note.snippet = id
      note.path = (decoder.codingPath + [key]).map(JSONStep.init)
      notes.add(note)
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// As it is decoded. What is nil is left out.
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

/// An element that may be something else. What is left out is told to the one who decodes, by ``DecodingNotes``.
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

/// What HTTP allows in a header.
enum HeaderFields {
  /// What is wrong with them, as a sentence; nil for nothing.
  static func problem(of fields: [String: String]) -> String? {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard HTTPSyntax.isToken(name) else { return "\"\(name)\" is no name of a header." }
      guard HTTPSyntax.isValue(value) else { return "The value of \"\(name)\" has a control character." }
      guard !HTTPSyntax.isForConnection(name) else { return "\"\(name)\" is for the connection alone." }
    }
    return nil
  }
}
