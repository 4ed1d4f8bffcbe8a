import DSBridge
import SnippetBridgeWebClient

extension Snippet {
  /// Decodes a snippet from an object. Throws a ``SnippetError`` that names the snippet and the invalid member.
  /// Resources that cannot be decoded are omitted.
  public init(from decoder: any Decoder) throws {
    var id: String?
    do {
      let container = try decoder.container(keyedBy: CodingKeys.self)
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
      if let headers, let problem = HTTPSyntax.problem(of: headers) {
        throw DecodingError.dataCorruptedError(forKey: .headers, in: container, debugDescription: problem)
      }
    } catch let error as DecodingError {
      throw SnippetError(error, snippet: id, depth: decoder.codingPath.count)
    }
  }

  /// Adds a note for each unknown member, because its name is probably misspelled. A note is logged, but does not make
  /// the decoding fail.
  private func tellUnknownMembers(of decoder: any Decoder, to notes: DecodingNotes) throws {
    guard notes.tellsUnknownMembers else { return }
    let known = Set(CodingKeys.allCases.map(\.rawValue))
    for key in try decoder.container(keyedBy: JSONPlace.self).allKeys where !known.contains(key.stringValue) {
      let path = decoder.codingPath.map(JSONPlace.init) + [key]
      notes.add(SnippetError("The member \"\(key.stringValue)\" is unknown.", snippet: id, path: path))
    }
  }
}

/// An array element that may be invalid. Decoding errors are added to ``DecodingNotes`` instead of being thrown.
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
