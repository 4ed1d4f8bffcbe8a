/// A parser that splits one direction of a connection into units: HTTP requests or responses, followed by WebSocket
/// frames after an upgrade. Bytes that the parser cannot parse are returned as they arrive. Does no I/O.
struct UnitScanner {
  struct Unit: Equatable {
    var bytes: [UInt8]
    /// Whether the unit is a whole POST request.
    var isPost = false
    /// Whether the unit is a HEAD request. The response to it has no body, even if it has a `Content-Length`.
    var isHead = false
  }

  private enum Phase { case http, frames, opaque }

  /// The maximum size of a unit that is kept in memory, in bytes. Larger units are returned in pieces.
  private static let largestUnit = 1 << 20

  private var unread: [UInt8] = []
  private var phase = Phase.http
  /// The number of remaining bytes of a unit that exceeds the size limit; 0 if there is none.
  private var passing = 0

  mutating func append(_ bytes: some Sequence<UInt8>) {
    unread += bytes
  }

  /// Stops parsing and returns all further bytes as they arrive.
  mutating func becomeOpaque() {
    (phase, passing) = (.opaque, 0)
  }

  /// Returns the bytes of an incomplete unit when the connection ends.
  mutating func rest() -> [UInt8] {
    take(unread.count)
  }

  mutating func next() -> Unit? {
    guard !unread.isEmpty else { return nil }
    if passing > 0 {
      let bytes = take(min(passing, unread.count))
      passing -= bytes.count
      return Unit(bytes: bytes)
    }
    switch phase {
    case .opaque: return Unit(bytes: take(unread.count))
    case .frames: return frameLength().flatMap { whole($0) }
    case .http: return nextHTTP()
    }
  }

  private mutating func whole(_ length: Int) -> Unit? {
    if length > Self.largestUnit {
      passing = length
      return next()
    }
    return unread.count < length ? nil : Unit(bytes: take(length))
  }

  /// Returns the length of the next WebSocket frame, or `nil` if the frame header is incomplete (RFC 6455, section
  /// 5.2).
  private func frameLength() -> Int? {
    guard unread.count >= 2 else { return nil }
    let extra = unread[1] & 127 == 126 ? 2 : unread[1] & 127 == 127 ? 8 : 0
    let mask = unread[1] & 128 == 0 ? 0 : 4
    guard unread.count >= 2 + extra else { return nil }
    let length = unread[2..<(2 + extra)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return 2 + extra + mask + (extra == 0 ? Int(unread[1] & 127) : Int(clamping: min(length, 1 << 40)))
  }

  private mutating func nextHTTP() -> Unit? {
    guard unread[0] >= UInt8(ascii: "A"), unread[0] <= UInt8(ascii: "Z") else {
      becomeOpaque()
      return next()
    }
    guard let end = unread.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
    let lines = String(decoding: unread[..<end], as: UTF8.self).lowercased().split(separator: "\r\n")
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1).filter { $0 != " " }) }
    }
    let first = lines.first?.split(separator: " ") ?? []
    let isAnswer = first.first?.hasPrefix("http/") == true
    let hasNoBody = !isAnswer || first.dropFirst().first.map { $0 == "204" || $0 == "304" || $0.hasPrefix("1") } == true
    if isAnswer ? first.dropFirst().first == "101" : value("upgrade") == "websocket" {
      phase = .frames
      return Unit(bytes: take(end))
    }
    guard let length = value("content-length").flatMap({ Int($0) }) ?? (hasNoBody ? 0 : nil), length >= 0 else {
      becomeOpaque()
      return next()
    }
    var unit = whole(end + (isAnswer && hasNoBody ? 0 : length))
    unit?.isHead = first.first == "head"
    unit?.isPost = first.first == "post" && passing == 0
    return unit
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }
}
