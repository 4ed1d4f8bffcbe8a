import Logging

/// What a page tells of itself by `event`.
extension WebView {
  /// The most bytes of an event's value. What a shell's page says holds its whole history; the other events are small.
  private static func limit(ofEvent name: String) -> Int {
    name.utf8.elementsEqual("shell".utf8) ? 256 << 10 : 8 << 10
  }

  /// Passes on an event of the page. One over its limit is refused: the log has a line for each, and the page's console
  /// one for its document.
  func receive(event name: String, _ value: JSON) {
    let limit = Self.limit(ofEvent: name)
    guard value.bytes.count <= limit else { return refuse(event: name, size: value.bytes.count, limit: limit) }
    if name.utf8.elementsEqual("location".utf8) {
      guard let url = try? JSONSerializer().decode(String.self, from: value) else { return }
      location = url
    } else {
      // Newer pages may tell more than this server knows.
      logger.debug("an event of the page", metadata: ["name": "\(name.prefix(100))"])
    }
    host?.pageTold(name, value)
  }

  private func refuse(event name: String, size: Int, limit: Int) {
    logger.warning(
      "an event of the page was refused: its value is too large",
      metadata: ["name": "\(name.prefix(100))", "bytes": "\(size)", "limit": "\(limit)"])
    guard let document, !document.hasRefusedEvent else { return }
    document.hasRefusedEvent = true
    let text = "bridge: the event \"\(name.prefix(100))\" was refused: it has \(size) bytes, more than \(limit)."
    guard let json = try? JSONSerializer().encode(text) else { return }
    document.batch.body.add(.event(name: "refused", json))
  }
}
