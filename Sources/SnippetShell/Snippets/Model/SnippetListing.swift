import DSBridgeText
import Foundation
import Locks

/// A text that lists snippets: a project file, or what a list's server answers.
///
///     { "listenOn": "wss://snippets.example/changes", "snippets": [ … ] }
struct SnippetListing: Sendable, Equatable {
  var listenOn: URL?
  var snippets: [Snippet]
  /// What was left out of it.
  var notes: [SnippetError] = []

  /// - Parameters:
  ///   - origin: the file or address, for errors.
  ///   - tellsUnknownMembers: where a person writes; a server may say more than is known here.
  init(
    reading bytes: [UInt8], of origin: String, limits: SnippetLimits, tellsUnknownMembers: Bool = false
  ) throws(SnippetError) {
    guard bytes.count <= limits.listBytes else {
      var error = SnippetError("It has \(bytes.count) bytes; the limit is \(limits.listBytes).")
      error.origin = origin
      throw error
    }
    do throws(SnippetError) {
      self = try Self(reading: bytes, limits: limits, DecodingNotes(tellsUnknownMembers: tellsUnknownMembers))
    } catch {
      throw error.placed(in: bytes, of: origin)
    }
    notes = notes.map { $0.placed(in: bytes, of: origin) }
  }

  private init(reading bytes: [UInt8], limits: SnippetLimits, _ notes: DecodingNotes) throws(SnippetError) {
    let document: Document
    if JSONPlaces(bytes).fault() != nil { throw SnippetError("") }
    do {
      let decoder = JSONDecoder()
      decoder.userInfo[DecodingNotes.key] = notes
      document = try decoder.decode(Document.self, from: Data(StreamSafeJSON.text(bytes)))
    } catch let error as SnippetError {
      throw error
    } catch let error as DecodingError {
      throw SnippetError(error, snippet: nil, depth: 0)
    } catch {
      throw SnippetError("\(error)")
    }
    listenOn = document.listenOn
    snippets = document.snippets
    self.notes = notes.all
    try check(limits)
  }

  private func check(_ limits: SnippetLimits) throws(SnippetError) {
    var seen: Set<String> = []
    for (index, snippet) in snippets.enumerated() {
      var error: SnippetError?
      if index >= limits.snippets {
        error = SnippetError("The list has \(snippets.count) snippets; the limit is \(limits.snippets).")
      } else if !seen.insert(snippet.id).inserted {
        error = SnippetError("The id comes twice in the list.")
      } else if (snippet.dynamicResources?.count ?? 0) + (snippet.overrides?.count ?? 0) > limits.resources {
        error = SnippetError("It has more than \(limits.resources) resources and overrides.")
      }
      if var error {
        error.snippet = snippet.id
        error.path = [.member("snippets"), .element(index)]
        throw error
      }
    }
  }

  private struct Document: Decodable {
    let listenOn: URL?
    let snippets: [Snippet]
  }
}

extension SnippetError {
  /// This one with the place in the text.
  fileprivate func placed(in bytes: [UInt8], of origin: String) -> SnippetError {
    var error = self
    error.origin = origin
    let places = JSONPlaces(bytes)
    let offset: Int
    if let fault = places.fault() {
      error.problem = fault.problem
      offset = fault.offset
    } else {
      offset = places.offset(of: path)
    }
    (error.line, error.column) = places.lineAndColumn(of: offset)
    return error
  }
}

/// What a decoder leaves out, for the one who asked it to decode.
final class DecodingNotes: Sendable {
  // The name is a constant, and any text is a key.
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
