package import Foundation

/// The parts of a recording from which its test is generated. The command `test-from` and the inspector generate the
/// same test.
package struct RecordedSession {
  /// The name of the file, without its folder.
  package let name: String
  /// The functions that the pages call, with their types, in alphabetical order.
  package private(set) var functions: [String] = []
  /// Rules for values that look like times or random ids, and so differ in each run: `order.create: .id`.
  package private(set) var changing: [String] = []
  /// The names of the members that pages have sent with masked values, and of functions whose whole argument is masked.
  package private(set) var secrets: [String] = []

  /// The version of the format. A reader refuses newer versions.
  package static let version = 1

  /// The beginning of the name of the test suite: `TillJune` for `till-june.jsonl`.
  package var typeName: String { Self.typeName(for: name) }

  private static func typeName(for name: String) -> String {
    let words = (name as NSString).deletingPathExtension.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let text = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return text.first?.isLetter == true ? text : "Recorded\(text)"
  }

  /// Returns the name of the test's file for a recording's file.
  package static func testFileName(for name: String) -> String { "\(typeName(for: name))SessionTests.swift" }

  /// Reads the content of a recording. Throws a ``RecordedSessionError`` if it is not a complete recording of a known
  /// version.
  package init(_ data: Data, name: String) throws {
    self.name = name
    let lines = data.lines.filter { !$0.isEmpty }
    guard let first = lines.first, let version = Self.object(first)?["version"] as? Int else {
      throw RecordedSessionError("\(name) is not a recording. Record a session with the program's option --record.")
    }
    guard version <= Self.version else {
      throw RecordedSessionError(
        "\(name) has version \(version); this SnippetBridge reads version \(Self.version). Use a newer SnippetBridge.")
    }
    guard data.last == UInt8(ascii: "\n") else {
      throw RecordedSessionError("\(name) ends inside line \(lines.count): it was cut.")
    }
    var types: [String: String] = [:]
    var used: Set<String> = []
    // The called functions, by page and number of the call, and by page and name of the callback.
    var calls: [String: String] = [:]
    for (index, text) in lines.enumerated() {
      guard let line = Self.object(text) else {
        throw RecordedSessionError("\(name):\(index + 1) is not a line of a recording. Record the session again.")
      }
      if let lost = line["lost"] as? Int {
        throw RecordedSessionError(
          "\(name):\(index + 1): \(lost) messages could not be recorded. Record the session again.")
      }
      if let interfaces = line["interfaces"] as? [String: String] { types.merge(interfaces) { $1 } }
      guard let page = line["page"] as? Int, let wire = line["line"] as? String,
        let fields = WireLine(Array(wire.utf8)[...], isOfPage: line["from"] as? String == "page")
      else { continue }
      switch fields.verb {
      case "ask", "call", "post":
        guard let number = fields.number, let function = fields.name, !function.hasPrefix("_") else { continue }
        used.insert(function)
        calls["\(page) \(number)"] = function
        if let callback = fields.callback { calls["\(page) \(callback)"] = function }
        findSecrets(in: fields.json ?? "", of: function)
      case "reply", "next", "callback":
        guard let call = fields.callback ?? fields.reference.map(String.init), let function = calls["\(page) \(call)"]
        else { continue }
        findChanging(in: Self.value(fields.json ?? ""), of: function, at: "")
      default: continue
      }
    }
    functions = used.sorted().map { "\($0)\(types[$0] ?? "")" }
  }

  private static func object(_ text: Data) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: text) as? [String: Any]
  }

  private static func value(_ json: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  private mutating func findSecrets(in json: String, of function: String) {
    guard json.range(of: "•••", options: .literal) != nil else { return }
    if json == "\"•••\"" { add(function, to: \.secrets) }
    for match in json.matches(of: /"([^"\\]+)":"•••"/) { add(String(match.1), to: \.secrets) }
  }

  private mutating func findChanging(in value: Any?, of function: String, at path: String) {
    switch value {
    case let members as [String: Any]:
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        findChanging(in: member, of: function, at: "\(path).\(name)")
      }
    case let elements as [Any]:
      for element in elements { findChanging(in: element, of: function, at: "\(path)[*]") }
    default:
      let isChanging = (value as? String).map(Self.looksRandom) ?? (value as? Double).map(Self.looksLikeTime)
      if isChanging == true { add(path.isEmpty ? function : "\(function): \(path)", to: \.changing) }
    }
  }

  private mutating func add(_ text: String, to list: WritableKeyPath<Self, [String]>) {
    if !self[keyPath: list].contains(text) { self[keyPath: list].append(text) }
  }

  /// Returns whether a text looks like a time, or like a random id of at least 16 hexadecimal digits.
  package static func looksRandom(_ text: String) -> Bool {
    let isTime = text.prefixMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d/) != nil
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    let isHexadecimal = digits.count >= 16 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
    return isTime || isHexadecimal && digits.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Returns whether a number looks like a time of this century, in seconds or milliseconds since 1970.
  package static func looksLikeTime(_ number: Double) -> Bool {
    (1.2e9...4e9).contains(number) || (1.2e12...4e12).contains(number)
  }
}

/// The reason why no test can be generated from a recording, as one sentence.
package struct RecordedSessionError: Error, Equatable, CustomStringConvertible {
  /// The sentence.
  package let description: String

  package init(_ description: String) { self.description = description }
}
