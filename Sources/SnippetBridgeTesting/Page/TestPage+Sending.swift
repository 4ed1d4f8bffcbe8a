extension TestPage {
  /// Announces that the document's own scripts have run. The server does not call page functions before that.
  ///
  /// Also reports that the document is fully loaded and accepts commands from the navigator.
  public func ready() {
    document.add { "event \($0) ready null" }
    tellHistory()
    document.add { "event \($0) hears true" }
    send { "event \($0) loaded true" }
  }

  /// Reports to Swift that the URL has changed without a navigation.
  public func announceLocation(_ url: String) throws {
    let json = try PageJSON.text(url)
    send { "event \($0) location \(json)" }
  }

  /// Stops or resumes the acknowledgement of wire messages.
  public func holdAcknowledgements(_ isHeld: Bool = true) {
    holdsAcknowledgements = isHeld
    flush()
  }

  /// Stops or resumes sending numbered lines on the socket. Blocking calls still carry these lines. When sending
  /// resumes, the page sends the held lines in one wire message.
  public func holdMessages(_ isHeld: Bool = true) {
    holdsMessages = isHeld
    flush()
  }

  /// Sends `text` unchanged on the socket, for tests with invalid input.
  public func send(message text: String) async throws {
    guard let socket else { throw TestPageError.closed(code: 1006, reason: "there is no socket") }
    try await socket.send(text)
  }

  /// Numbers a line, stores it until it is acknowledged, and sends it if there is a socket. Returns the number.
  @discardableResult
  func send(_ line: (Int) -> String) -> Int {
    let number = document.add(line)
    flush()
    return number
  }

  /// Sends all unsent numbered lines, and the acknowledgement if one is due, in one wire message.
  func flush() {
    guard isWelcomed, !isBlocked, let socket else { return }
    var lines: [String] = []
    if document.isAcknowledgementDue, !holdsAcknowledgements {
      document.isAcknowledgementDue = false
      lines.append("ack \(document.received)")
    }
    if !holdsMessages { lines += document.takeUnsent() }
    if !lines.isEmpty { socket.enqueue(lines.joined(separator: "\n")) }
  }

  /// Returns a method name in the encoding that the fields of a protocol line use.
  static func field(_ method: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = method.utf8.flatMap { byte in
      byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
