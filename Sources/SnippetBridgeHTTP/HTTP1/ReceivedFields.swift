import DSBridgeText
package import HTTPTypes

/// The fields of a head, as they were received.
///
/// The fields are converted to `HTTPFields` only when a caller needs all of them. The conversion costs more than
/// parsing the head of a browser's request, and most requests need only a few fields.
package struct ReceivedFields: Sendable {
  struct Line: Sendable {
    /// The ranges of the name and the value in `bytes`, without surrounding white space.
    let name: Range<Int>
    let value: Range<Int>
    /// The index of the name in ``KnownFieldNames``, if it is known.
    let known: KnownFieldNames.Index?
  }

  let bytes: [UInt8]
  let lines: [Line]

  package var count: Int { lines.count }

  /// The value of a field. Several lines with the same name are joined, as in `HTTPFields`. Bytes above 127 are read as
  /// ISO 8859-1. As a result, different values never become equal text, and the text never contains combining marks,
  /// which Swift compares slowly.
  package subscript(name: HTTPField.Name) -> String? {
    let known = KnownFieldNames.shared.find(name)
    var found: String?
    for line in lines where isNamed(line, name, known) {
      let value = text(line.value)
      found = found.map { $0 + (name == .cookie ? "; " : ", ") + value } ?? value
    }
    return found
  }

  /// Returns the value of the first line with this name, decoded as UTF-8. For display only, not for comparisons.
  package func text(of name: HTTPField.Name) -> String? {
    values(of: name).first.map { bytes.span.text($0) }
  }

  /// The values of all lines with this name.
  package subscript(values name: HTTPField.Name) -> [String] { values(of: name).map(text) }

  package func contains(_ name: HTTPField.Name) -> Bool { !values(of: name).isEmpty }

  /// Whether the head contains a conditional field or `Range`.
  package var hasConditions: Bool {
    lines.contains { $0.known.map { KnownFieldNames.shared.isCondition($0) } ?? false }
  }

  /// All fields in the order in which they arrived, created on every access. Much cheaper than ``all``, which supports
  /// lookups by name.
  package var list: [HTTPField] {
    lines.compactMap { line in
      let name = line.known.map { KnownFieldNames.shared.name(of: $0) } ?? HTTPField.Name(text(line.name))
      // The parser accepts only valid names.
      return name.map { field($0, line.value) }
    }
  }

  /// All fields as `HTTPFields`, created on every access.
  package var all: HTTPFields {
    HTTPFields(list)
  }

  /// Returns the ranges of the values of all lines with this name.
  private func values(of name: HTTPField.Name) -> [Range<Int>] {
    let known = KnownFieldNames.shared.find(name)
    return lines.lazy.filter { isNamed($0, name, known) }.map(\.value)
  }

  @inline(__always)
  private func isNamed(_ line: Line, _ name: HTTPField.Name, _ known: KnownFieldNames.Index?) -> Bool {
    if let known { return line.known == known }
    return line.known == nil && hasBytes(of: name.canonicalName.utf8, line.name)
  }

  private func hasBytes(of name: String.UTF8View, _ range: Range<Int>) -> Bool {
    range.count == name.count && zip(range, name).allSatisfy { bytes[$0].asciiLowercased == $1 }
  }

  private func text(_ range: Range<Int>) -> String {
    let bytes = bytes[range]
    guard bytes.contains(where: { $0 >= 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }

  /// Returns a field. If the value is ASCII text, the field is created from a `String`, because creating an `HTTPField`
  /// from bytes costs three times as much.
  private func field(_ name: HTTPField.Name, _ value: Range<Int>) -> HTTPField {
    let bytes = bytes[value]
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return HTTPField(name: name, value: text) }
    // A field that is created from bytes decodes them on every access to its value. The decoded text would then contain
    // long runs of combining marks again. Therefore the bytes are used only if the text has no such runs.
    let safe = String(streamSafe: text)
    return safe.utf8.count == text.utf8.count
      ? HTTPField(name: name, value: bytes) : HTTPField(name: name, value: safe)
  }
}

extension ReceivedFields: Equatable {
  package static func == (a: ReceivedFields, b: ReceivedFields) -> Bool { a.all == b.all }
}

extension ReceivedFields {
  /// Creates an empty list of fields.
  package init() { self.init(bytes: [], lines: []) }

  /// Creates received fields from `HTTPFields`, for a request whose bytes were not parsed.
  package init(_ fields: HTTPFields) {
    var bytes: [UInt8] = []
    var lines: [Line] = []
    for field in fields {
      let start = bytes.count
      bytes += field.name.rawName.utf8
      let name = start..<bytes.count
      field.withUnsafeBytesOfValue { bytes += $0 }
      let known = KnownFieldNames.shared.find(name, in: bytes.span)
      lines.append(Line(name: name, value: name.upperBound..<bytes.count, known: known))
    }
    self.init(bytes: bytes, lines: lines)
  }
}
