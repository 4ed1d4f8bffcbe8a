public import Foundation
import SnippetBridge
import SnippetBridgeDevelopment

/// A recorded session: the messages between pages and Swift while a server ran with `--record` (docs/guides/tools.md).
///
///     try await Recording("till.jsonl").replay(on: server)
public struct Recording: Sendable {
  /// A step of the session, in the order in which the server observed it.
  struct Step: Sendable {
    enum Content: Sendable {
      /// A tab shows a new page.
      case opened(tab: Int, url: String, iframe: String?)
      case fromPage(WireLine)
      case fromSwift(WireLine)
      case closed(tab: Int)
    }

    /// The number of the line in the file, from 1.
    let line: Int
    /// The number of the page in the recording; 0 for `closed`.
    let page: Int
    let content: Content
  }

  /// The newest version of the format that this library reads.
  private static let version = RecordedSession.version

  /// The name of the file, without its folder.
  let name: String
  /// The types of the functions that pages could call, by the functions' names.
  private(set) var interfaces: [String: String] = [:]
  private(set) var steps: [Step] = []
  private var opened: Set<Int> = []

  /// Reads a recording. Throws a ``RecordingError`` if the file is not a complete recording of a known version.
  /// - Parameters:
  ///   - path: The path of the file. A relative path begins at the folder of the source file that calls this function.
  public init(_ path: String, file: StaticString = #filePath) throws {
    let url = URL(filePath: path, relativeTo: URL(filePath: "\(file)").deletingLastPathComponent())
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw RecordingError(
        "Cannot read the recording \(url.path(percentEncoded: false)): \(error.localizedDescription)")
    }
    try self.init(data, name: url.lastPathComponent)
  }

  /// Reads the content of a recording.
  /// - Parameter name: The name of the file, for error messages.
  public init(_ data: Data, name: String) throws {
    self.name = name
    guard !data.isEmpty else { throw RecordingError("\(name) is empty. Record a session with --record.") }
    let lines = data.lines
    // In a complete file, the last element of `lines` is empty, because the file ends with a line break.
    let isCut = data.last != UInt8(ascii: "\n")
    for (index, text) in lines.dropLast().enumerated() { try add(text, index + 1) }
    guard !isCut else { throw RecordingError("\(name) ends inside line \(lines.count): it was cut.") }
    guard lines.count < 3 || !opened.isEmpty else {
      throw RecordingError("\(name) contains no page that was opened. Record the session again.")
    }
  }

  /// The members of a line. Unknown members are ignored.
  private struct Line: Decodable {
    struct Opened: Decodable {
      var url: String
      var iframe: String?
    }

    var version: Int?
    var interfaces: [String: String]?
    var lost: Int?
    var page: Int?
    var tab: Int?
    var from: String?
    var line: String?
    var opened: Opened?
    var closed: Bool?
  }

  private mutating func add(_ text: Data, _ number: Int) throws {
    let decoded = try? PageJSON.decoder.decode(Line.self, from: text)
    if number == 1 {
      guard let version = decoded?.version else {
        throw RecordingError(
          "\(name) is not a recording: its first line has no version. Record a session with --record.")
      }
      guard version <= Self.version else {
        throw RecordingError(
          "\(name) has version \(version); this SnippetBridge reads version \(Self.version). Use a newer SnippetBridge."
        )
      }
    }
    guard let line = decoded else {
      throw RecordingError("\(name):\(number) is not a line of a recording. Record the session again.")
    }
    guard number == 1 || line.version == nil else {
      throw RecordingError("\(name):\(number) begins another recording. Replay each recording on its own.")
    }
    if let lost = line.lost {
      throw RecordingError("\(name):\(number): \(lost) messages could not be recorded. Record the session again.")
    }
    if let interfaces = line.interfaces { self.interfaces.merge(interfaces) { $1 } }
    func step(_ content: Step.Content) { steps.append(Step(line: number, page: line.page ?? 0, content: content)) }
    if let opened = line.opened {
      self.opened.insert(line.page ?? 0)
      step(.opened(tab: line.tab ?? 0, url: opened.url, iframe: opened.iframe))
    } else if let text = line.line {
      // The last messages of a document may arrive after the next one has opened. They belong to no page.
      guard opened.contains(line.page ?? 0) else { return }
      let isOfPage = line.from == "page"
      guard let wire = WireLine(Array(text.utf8)[...], isOfPage: isOfPage) else {
        throw RecordingError("\(name):\(number) contains a line of a newer protocol: \(text.prefix(100))")
      }
      step(isOfPage ? .fromPage(wire) : .fromSwift(wire))
    } else if line.closed == true {
      step(.closed(tab: line.tab ?? 0))
    }
  }
}

/// The reason why a recording cannot be replayed, as one sentence.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
