import HTTPTypes

/// The table of field names that clients send frequently. The names are created once, and a lookup allocates no memory.
final class KnownFieldNames: Sendable {
  typealias Index = UInt8

  static let shared = KnownFieldNames()

  private let names: [HTTPField.Name]
  /// The key of each name.
  private let keys: [Key]
  /// The hash table with the indices of the names. After a collision, a name is stored in the next free slot.
  private let places: InlineArray<256, Index>
  private static let free = Index.max
  /// Indicates, for each name, whether the field is conditional or `Range` (RFC 9110, sections 13 and 14).
  private let conditions: [Bool]

  private init() {
    var keys: [Key] = []
    var places = InlineArray<256, Index>(repeating: Self.free)
    names = Self.all.map { text in
      // The names come from the constant `all`, so peers cannot influence them. An invalid name in the constant would
      // make every test fail.
      guard let name = HTTPField.Name(text), let key = Key(text) else {
        preconditionFailure("\(text) is not a valid field name, or is too long")
      }
      var place = key.hash
      while places[place] != Self.free { place = (place + 1) & 255 }
      places[place] = Index(keys.count)
      keys.append(key)
      return name
    }
    self.keys = keys
    self.places = places
    conditions = names.map { $0 == .range || $0.canonicalName.hasPrefix("if-") }
  }

  func name(of index: Index) -> HTTPField.Name { names[Int(index)] }

  func isCondition(_ index: Index) -> Bool { conditions[Int(index)] }

  func find(_ name: HTTPField.Name) -> Index? {
    Key(name.canonicalName).flatMap(find)
  }

  /// Returns the index of a received name, which may be in upper or lower case. All bytes must be token characters.
  func find(_ name: Range<Int>, in bytes: Span<UInt8>) -> Index? {
    Key(name, in: bytes).flatMap(find)
  }

  private func find(_ key: Key) -> Index? {
    var place = key.hash
    // The loop ends because some slots are always free.
    while places[place] != Self.free {
      if keys[Int(places[place])] == key { return places[place] }
      place = (place + 1) & 255
    }
    return nil
  }

  /// A name in lower case, which is equal for names that differ only in case.
  private struct Key: Equatable {
    let count: Int
    /// Each property contains eight bytes of the name. The bytes overlap if the name has fewer than 32 bytes. A name
    /// with fewer than 8 bytes is stored in `first` alone.
    var first: UInt64
    var second: UInt64 = 0
    var third: UInt64 = 0
    var last: UInt64 = 0

    /// Creates the key of a name. `utf8.span` is not used, because code optimized by Swift 6.3 may read the span of a
    /// short string after the string was freed.
    init?(_ name: String) {
      var name = name
      guard let key = name.withUTF8({ Key(0..<$0.count, in: $0.span) }) else { return nil }
      self = key
    }

    /// Creates the key of a received name. Returns `nil` if the name is longer than all known names.
    @inline(__always)
    init?(_ name: Range<Int>, in bytes: Span<UInt8>) {
      count = name.count
      guard count <= 32 else { return nil }
      guard count >= 8 else {
        first = 0
        for index in name { first = first << 8 | UInt64(bytes[index].asciiLowercased) }
        return
      }
      first = bytes.eightLowercased(at: name.lowerBound)
      last = bytes.eightLowercased(at: name.upperBound - 8)
      if count > 16 {
        second = bytes.eightLowercased(at: name.lowerBound + 8)
        third = bytes.eightLowercased(at: name.upperBound - 16)
      }
    }

    var hash: Int {
      Int(truncatingIfNeeded: ((first ^ last &* 3 ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }
  }

  static let all = [
    // The framing fields come first, in the order of the cases of `FramingField`.
    "Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect",
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Authorization", "Bridge-Document", "Cache-Control", "Content-Encoding",
    "Content-Type", "Cookie", "DNT", "Date", "Forwarded", "From", "If-Match", "If-Modified-Since", "If-None-Match",
    "If-Range", "If-Unmodified-Since", "Keep-Alive", "Last-Event-ID", "Origin", "Pragma", "Priority", "Purpose",
    "Range", "Referer", "Save-Data", "Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-Fetch-Dest",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Site", "Sec-Fetch-Storage-Access", "Sec-Fetch-User", "Sec-GPC", "Sec-Purpose",
    "Sec-WebSocket-Extensions", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Sec-WebSocket-Version", "TE",
    "Traceparent", "Trailer", "Upgrade", "Upgrade-Insecure-Requests", "User-Agent", "Via", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "X-Requested-With",
  ]
}

extension Span<UInt8> {
  /// Returns eight bytes of a token, with letters in lower case. For letters, digits and "-", the characters of known
  /// names, the results are equal exactly if the bytes are equal ignoring case.
  @inline(__always)
  fileprivate func eightLowercased(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) | 0x2020_2020_2020_2020
  }
}
