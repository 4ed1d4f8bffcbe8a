import HTTPTypes

/// Names that clients send all the time, made once: finding one allocates nothing.
final class KnownFieldNames: Sendable {
  typealias Index = UInt8

  static let shared = KnownFieldNames()

  private let names: [HTTPField.Name]
  /// Of each name.
  private let keys: [Key]
  /// Indices of names, by hash, the next free place where that is taken.
  private let places: InlineArray<256, Index>
  private static let free = Index.max
  /// Of each name: whether it makes an answer depend on what the peer has, or asks for a part (RFC 9110, sections 13
  /// and 14).
  private let conditions: [Bool]

  private init() {
    var keys: [Key] = []
    var places = InlineArray<256, Index>(repeating: Self.free)
    names = Self.all.map { text in
      // The list is below, and no peer adds to it. A mistake in it would end every test.
      guard let name = HTTPField.Name(text), let key = Key(text) else {
        preconditionFailure("\(text) is no name, or a long one")
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

  /// These come first.
  func framingField(_ index: Index) -> FramingField? { FramingField(rawValue: index) }

  func find(_ name: HTTPField.Name) -> Index? {
    Key(name.canonicalName).flatMap(find)
  }

  /// The bytes are a name's, in any case: all of them are characters of a token.
  func find(_ name: Range<Int>, in bytes: Span<UInt8>) -> Index? {
    Key(name, in: bytes).flatMap(find)
  }

  private func find(_ key: Key) -> Index? {
    var place = key.hash
    // Not all places are taken.
    while places[place] != Self.free {
      if keys[Int(places[place])] == key { return places[place] }
      place = (place + 1) & 255
    }
    return nil
  }

  /// A name in lower case: equal for equal names, whatever their case.
  private struct Key: Equatable {
    let count: Int
    /// Eight bytes each, some of them the same where the name has less than 32; `first` is all of one with less than 8.
    var first: UInt64
    var second: UInt64 = 0
    var third: UInt64 = 0
    var last: UInt64 = 0

    /// Not by `utf8.span`: with Swift 6.3's optimiser, a short string's span may be read after the string is gone.
    init?(_ name: String) {
      var name = name
      guard let key = name.withUTF8({ Key(0..<$0.count, in: $0.span) }) else { return nil }
      self = key
    }

    /// Nil where the name is longer than any that is common.
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

  static let all = FramingField.allCases.map(\.name) + others

  private static let others = [
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
  /// Of a token: equal to letters, digits and "-", which is what common names are made of, where it is these in any
  /// case.
  @inline(__always)
  fileprivate func eightLowercased(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) | 0x2020_2020_2020_2020
  }
}
