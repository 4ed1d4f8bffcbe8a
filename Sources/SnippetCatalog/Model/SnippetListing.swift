package import DSBridge
import DSBridgeLocks
import Foundation

/// A decoded list of snippets, from a project file or from a server's response.
///
///     { "listenOn": "wss://snippets.example/changes", "snippets": [ … ] }
struct SnippetListing: Sendable, Equatable, Decodable {
  var listenOn: URL?
  var snippets: [Snippet]
  /// The errors for the invalid parts that were omitted.
  var notes: [SnippetError] = []

  private enum CodingKeys: CodingKey { case listenOn, snippets }

  /// Decodes a list. Throws if the list or a snippet is invalid, or exceeds a limit.
  /// - Parameters:
  ///   - origin: the file or address, for error messages.
  ///   - tellsUnknownMembers: whether unknown members are reported in ``notes``. Pass `true` for files that people
  ///     write, but `false` for servers, which may send members that only later versions define.
  init(
    reading bytes: [UInt8], of origin: String, limits: SnippetLimits, tellsUnknownMembers: Bool = false
  ) throws(SnippetError) {
    guard bytes.count <= limits.listBytes else {
      throw SnippetError("It has \(bytes.count) bytes; the limit is \(limits.listBytes).", origin: origin)
    }
    let decoding = DecodingNotes(tellsUnknownMembers: tellsUnknownMembers)
    let document: JSONDocument
    (self, document) = try JSONDocument.read(
      SnippetListing.self, from: bytes, of: origin, userInfo: [DecodingNotes.key: decoding]
    ) { try $0.check(limits) }
    notes = decoding.all.map { $0.placed(at: document.offset(of: $0.path), in: bytes, of: origin) }
  }

  private func check(_ limits: SnippetLimits) throws(SnippetError) {
    var seen: Set<String> = []
    for (index, snippet) in snippets.enumerated() {
      var problem: String?
      if index >= limits.snippets {
        problem = "The list has \(snippets.count) snippets; the limit is \(limits.snippets)."
      } else if !seen.insert(snippet.id).inserted {
        problem = "The id occurs twice in the list."
      } else if (snippet.dynamicResources?.count ?? 0) + (snippet.overrides?.count ?? 0) > limits.resources {
        problem = "It has more than \(limits.resources) resources and overrides."
      }
      if let problem {
        throw SnippetError(problem, snippet: snippet.id, path: [JSONPlace("snippets"), JSONPlace(index)])
      }
    }
  }
}

extension JSONDocument {
  /// Parses the text of a file or a response, and decodes a value from it. Errors contain their line and column.
  /// - Parameter check: throws if the value is invalid.
  package static func read<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], of origin: String, userInfo: [CodingUserInfoKey: any Sendable] = [:],
    check: (Value) throws -> Void = { _ in }
  ) throws(SnippetError) -> (Value, JSONDocument) {
    let document: JSONDocument
    do { document = try JSONDocument(bytes) } catch {
      throw SnippetError(error.problem).placed(at: error.offset, in: bytes, of: origin)
    }
    do {
      let value = try document.decode(type, userInfo: userInfo)
      try check(value)
      return (value, document)
    } catch {
      let error = SnippetError(decoding: error)
      throw error.placed(at: document.offset(of: error.path), in: bytes, of: origin)
    }
  }
}

extension SnippetError {
  /// Creates an error from any error that a decoder has thrown.
  init(decoding error: any Error) {
    switch error {
    case let error as SnippetError: self = error
    case let error as DecodingError: self.init(error, snippet: nil, depth: 0)
    case let error as JSONDocument.SyntaxError: self.init("At byte \(error.offset): \(error.problem)")
    default: self.init("\(error)")
    }
  }

  /// Returns this error with the line and column of an offset.
  fileprivate func placed(at offset: Int, in bytes: [UInt8], of origin: String) -> SnippetError {
    var error = self
    error.origin = origin
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    error.line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    // In UTF-8, a byte with the bits 10xxxxxx continues a scalar.
    error.column = before[start...].lazy.filter { $0 & 0xC0 != 0x80 }.count + 1
    return error
  }
}

/// A collection of errors for the parts that a decoder omits. The caller of the decoder reads these errors.
final class DecodingNotes: Sendable {
  // Any text is a valid key, so the result is not `nil`.
  // swift-format-ignore: NeverForceUnwrap
  static let key = CodingUserInfoKey(rawValue: "SnippetShell.DecodingNotes")!

  let tellsUnknownMembers: Bool
  private let notes = Mutex<[SnippetError]>([])

  init(tellsUnknownMembers: Bool) {
    self.tellsUnknownMembers = tellsUnknownMembers
  }

  var all: [SnippetError] { notes.withLock { $0 } }

  func add(_ note: SnippetError) {
    notes.withLock { $0.append(note) }
  }
}
