import DSBridgeText
import Logging

/// Events: what a page reports of itself without a call.
extension WebView {
  /// Passes on an event of the page. An event above its limit is refused: the log has a line for each, the page's
  /// console one for its document.
  func receive(event name: UTF8Key, _ value: JSON) {
    let limit = WireLimits.event(name)
    guard value.bytes.count <= limit else { return refuse(event: name, size: value.bytes.count, limit: limit) }
    if name == "location" {
      guard let url = try? JSONSerializer().decode(String.self, from: value) else { return }
      location = url
    } else {
      // Newer pages may report more than this server knows.
      logger.debug("an event of the page", metadata: ["name": "\(name)"])
    }
    host?.pageTold("\(name)", value)
  }

  private func refuse(event name: UTF8Key, size: Int, limit: Int) {
    logger.warning(
      "an event of the page was refused: its value is too large",
      metadata: ["name": "\(name)", "bytes": "\(size)", "limit": "\(limit)"])
    guard let document, !document.hasRefusedEvent else { return }
    document.hasRefusedEvent = true
    let text = "bridge: the event \"\(name)\" was refused: it has \(size) bytes, more than \(limit)."
    guard let json = try? JSONSerializer().encode(text) else { return }
    document.batch.body.add(.event(name: "refused", json))
  }
}
