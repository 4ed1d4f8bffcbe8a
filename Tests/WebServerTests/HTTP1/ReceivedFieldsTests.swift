import HTTPTypes
import Testing

@testable import SnippetBridgeHTTP

@Suite(.timeLimit(.minutes(5))) struct ReceivedFieldsTests {
  private static let names =
    KnownFieldNames.all + [
      "X", "X-Own", "Upgrade-Insecure-Request", "A-Name-That-Is-Longer-Than-Common-Ones",
    ]

  /// A lookup in `ReceivedFields` returns the same result as a lookup in `HTTPFields`.
  @Test func asHTTPFieldsHasThem() throws {
    let names = try Self.names.map { try #require(HTTPField.Name($0)) }
    var expected = HTTPFields()
    for (index, name) in (names + names).enumerated() where index % 3 != 0 {
      expected.append(HTTPField(name: name, value: "\(index)"))
    }
    let fields = ReceivedFields(expected)
    #expect(fields.all.map(\.description) == expected.map(\.description))
    for name in names {
      #expect(fields[name] == expected[name])
      #expect(fields[values: name] == expected[values: name])
      #expect(fields.contains(name) == expected.contains(name))
    }
  }

  /// Values are decoded as ISO 8859-1, so they contain no combining marks. Swift compares strings with such marks in
  /// quadratic time.
  @Test func bytesAbove127AreISO8859() throws {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .accept, value: [UInt8(ascii: "a"), 0xCC, 0x81]))
    let received = ReceivedFields(fields)
    #expect(received[.accept]?.unicodeScalars.map(\.value) == [0x61, 0xCC, 0x81])
    #expect(received[values: .accept].map { $0.unicodeScalars.count } == [3])
    #expect(received.all[.accept] == "a\u{301}" && received.text(of: .accept) == "a\u{301}")
  }

  @Test func commonNamesAreFoundInAnyCaseAndNothingElseIs() {
    for name in KnownFieldNames.all {
      let bytes = Array(name.utf8)
      let index = find(bytes)
      #expect(index.map { KnownFieldNames.shared.name(of: $0).rawName } == name)
      #expect(find(Array(name.lowercased().utf8)) == index)
      #expect(find(Array(name.uppercased().utf8)) == index)
      for place in bytes.indices {
        for other in 0..<UInt8(128) where other.isToken && other.asciiLowercased != bytes[place].asciiLowercased {
          var changed = bytes
          changed[place] = other
          let found = find(changed).map { KnownFieldNames.shared.name(of: $0).canonicalName }
          #expect(found == nil || found == String(decoding: changed, as: UTF8.self).lowercased(), "\(changed)")
        }
      }
      let shorter = find(Array(bytes.dropLast())).map { KnownFieldNames.shared.name(of: $0).rawName.count }
      #expect(shorter == nil || shorter == bytes.count - 1)
    }
  }

  private func find(_ name: [UInt8]) -> KnownFieldNames.Index? {
    // Look up the name alone, and followed by the rest of a header line. The results must be equal.
    let alone = KnownFieldNames.shared.find(0..<name.count, in: name.span)
    let line = name + Array(": something".utf8)
    #expect(KnownFieldNames.shared.find(0..<name.count, in: line.span) == alone)
    return alone
  }
}
