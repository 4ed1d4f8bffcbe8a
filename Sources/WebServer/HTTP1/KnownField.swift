import HTTPTypes

/// What the parser itself has to know of a field.
enum KnownField: Sendable {
  case host, contentLength, transferEncoding, connection, expect, other
}

/// Names that clients send all the time, made once: finding one allocates nothing.
struct KnownFieldNames: Sendable {
  struct Entry: Sendable {
    let name: HTTPField.Name
    let field: KnownField
  }

  static let shared = KnownFieldNames()

  private var entries: [Entry] = []
  /// Of each entry, its name in lower case, eight bytes to a word, with spaces to its end.
  private var words: [SIMD4<UInt64>] = []
  /// Indices of `entries`, by hash, the next free place where that is taken; 255 is a free place.
  private var places = [UInt8](repeating: 255, count: 256)

  private init() {
    for text in Self.common {
      guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a name") }
      guard let words = Self.words(0..<text.utf8.count, in: text.utf8.span) else {
        preconditionFailure("\(text) is too long")
      }
      var place = Self.hash(words, count: text.utf8.count)
      while places[place] != 255 { place = (place + 1) & 255 }
      places[place] = UInt8(entries.count)
      entries.append(Entry(name: name, field: Self.field(name)))
      self.words.append(words)
    }
  }

  /// The name that a field line begins with, all of it characters of a token.
  func find(_ name: Range<Int>, in bytes: Span<UInt8>) -> Entry? {
    guard let words = Self.words(name, in: bytes) else { return nil }
    var place = Self.hash(words, count: name.count)
    while places[place] != 255 {
      let index = Int(places[place])
      if self.words[index] == words { return entries[index] }
      place = (place + 1) & 255
    }
    return nil
  }

  /// Nil where the name is longer than any of ours.
  private static func words(_ name: Range<Int>, in bytes: Span<UInt8>) -> SIMD4<UInt64>? {
    let blanks: UInt64 = 0x2020_2020_2020_2020
    var words = SIMD4<UInt64>(repeating: blanks)
    guard name.count <= 32 else { return nil }
    var index = name.lowerBound
    var lane = 0
    while index < name.upperBound {
      let count = min(8, name.upperBound - index)
      var word: UInt64 = 0
      if index + 8 <= bytes.count {
        // Within bounds: so says the line above.
        word = bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        word = UInt64(littleEndian: word) & (.max >> UInt64((8 - count) * 8))
      } else {
        for offset in 0..<count { word |= UInt64(bytes[index + offset]) << UInt64(offset * 8) }
      }
      words[lane] = word | blanks
      index += 8
      lane += 1
    }
    return words
  }

  private static func hash(_ words: SIMD4<UInt64>, count: Int) -> Int {
    let mixed = (words[0] ^ words[1] &* 3 ^ words[2] &* 5 ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 56)
  }

  private static func field(_ name: HTTPField.Name) -> KnownField {
    switch name.canonicalName {
    case "host": .host
    case "content-length": .contentLength
    case "transfer-encoding": .transferEncoding
    case "connection": .connection
    case "expect": .expect
    default: .other
    }
  }

  private static let common = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Authorization", "Bridge-Document",
    "Cache-Control", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Cookie", "DNT", "Date",
    "Expect",
    "Forwarded", "From", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since",
    "Keep-Alive", "Last-Event-ID", "Origin", "Pragma", "Priority", "Purpose", "Range", "Referer", "Save-Data",
    "Sec-CH-UA",
    "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site",
    "Sec-Fetch-Storage-Access", "Sec-Fetch-User", "Sec-GPC", "Sec-Purpose", "Sec-WebSocket-Extensions",
    "Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Sec-WebSocket-Version", "TE", "Traceparent", "Trailer",
    "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "User-Agent", "Via", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "X-Requested-With",
  ]
}
