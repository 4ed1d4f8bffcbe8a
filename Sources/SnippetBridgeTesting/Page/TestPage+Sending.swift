extension TestPage {
  /// Announces that the document's own scripts have run; the server calls page functions only after that. Then, as
  /// there is nothing to load, that it is whole, and that Swift may have it navigate.
  public func ready() {
    add { "event \($0) ready null" }
    tellHistory()
    add { "event \($0) hears true" }
    send { "event \($0) loaded true" }
  }

  /// Tells that the address changed without a navigation.
  public func announceLocation(_ url: String) throws {
    let json = try PageJSON.text(url)
    send { "event \($0) location \(json)" }
  }

  /// While held, the page says of no frame that it has it.
  public func holdAcknowledgements(_ isHeld: Bool = true) {
    holdsAcknowledgements = isHeld
    flush()
  }

  /// While held, messages stay in the page; a blocking call still carries them. When let go they leave in one frame.
  public func holdMessages(_ isHeld: Bool = true) {
    holdsMessages = isHeld
    flush()
  }

  /// Sends `text` on the socket as it is, for tests of bad input.
  public func send(frame text: String) async throws {
    guard let socket else { throw TestPageError.closed(code: 1006, reason: "there is no socket") }
    try await socket.send(text)
  }

  /// Numbers and keeps a message, and sends it when there is a socket for it.
  @discardableResult
  func send(_ line: (Int) -> String) -> Int {
    let number = document.add(line)
    flush()
    return number
  }

  /// As ``send(_:)``, for what a frame of the server asks for: it leaves when the whole frame is applied.
  func add(_ line: (Int) -> String) {
    _ = document.add(line)
  }

  /// Gives the socket what it has not had yet, in one frame.
  func flush() {
    guard isWelcomed, !isBlocked, let socket else { return }
    var lines: [String] = []
    if document.isAcknowledgementDue, !holdsAcknowledgements {
      document.isAcknowledgementDue = false
      lines.append("ack \(document.received)")
    }
    if !holdsMessages { lines += document.takeUnsent().map(\.line) }
    if !lines.isEmpty { socket.enqueue(lines.joined(separator: "\n")) }
  }

  /// A method's name as a field of a line.
  static func field(_ method: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = method.utf8.flatMap { byte in
      byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
