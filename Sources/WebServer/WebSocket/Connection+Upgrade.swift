import CLibwebsockets
import HTTPTypes
import Logging

/// A request wants to become a WebSocket (RFC 6455, section 4.2).
extension Connection {
  /// libwebsockets goes on with the handshake unless the connection closes here.
  func confirmUpgrade(from wsi: OpaquePointer) {
    guard isAsSecureAsItSeems(wsi) else { return close() }
    let reader = RequestReader(wsi: wsi, known: server.knownHeaders)
    isHTTP11 = reader.isHTTP11
    isHead = false
    expectsBody = false
    let request: Request
    do throws(RequestReader.Failure) {
      request = try reader.read(isSecure: isSecure, peer: peer)
    } catch {
      return refuseUpgrade(.plain(.badRequest, "This request cannot be understood."))
    }
    if let refusal = server.objection(to: request, on: self) {
      return refuseUpgrade(.plain(refusal.status, refusal.sentence))
    }
    if let refusal = objection(to: request, reader) { return refuseUpgrade(refusal) }
    switch server.handler.upgrade(request) {
    case .accept(let delegate): acceptedDelegate = delegate
    case .refuse(let response): refuseUpgrade(response)
    }
  }

  private func objection(to request: Request, _ reader: RequestReader) -> Response? {
    // Sound: one thread for the loop's actors.
    guard !closesAfterResponse || !loop.assumeIsolated({ $0.isStopping }) else {
      return .plain(.serviceUnavailable, "The server is stopping.")
    }
    guard reader.text(of: WSI_TOKEN_UPGRADE).lowercased() == "websocket" else {
      return .plain(.badRequest, "This server upgrades to WebSocket only.")
    }
    guard request.path == server.configuration.webSocketPath else {
      return .plain(.notFound, "There is no WebSocket here.")
    }
    guard reader.text(of: WSI_TOKEN_VERSION) == "13" else {
      var response = Response.plain(.upgradeRequired, "This server speaks WebSocket version 13.")
      if let name = HTTPField.Name("Sec-WebSocket-Version") { response.headers[name] = "13" }
      return response
    }
    guard request.method == .get, isHTTP11, reader.text(of: WSI_TOKEN_KEY).utf8.count == 24,
      Self.list(reader.text(of: WSI_TOKEN_CONNECTION)).contains(where: { $0.lowercased() == "upgrade" }),
      lws_hdr_total_length(reader.wsi, WSI_TOKEN_HOST) > 0
    else { return .plain(.badRequest, "The WebSocket handshake is malformed.") }
    guard Self.list(reader.text(of: WSI_TOKEN_PROTOCOL)).contains(server.configuration.subprotocol) else {
      return .plain(.badRequest, "The subprotocol must be \(server.configuration.subprotocol).")
    }
    return nil
  }

  private func refuseUpgrade(_ response: Response) {
    server.logger.debug(
      "refused a WebSocket", metadata: ["peer": "\(peer)", "status": "\(response.status.code)"])
    closesAfterResponse = true
    send(response)
    // The callback can only go on with the handshake or close; libwebsockets sends what it holds back first.
    close()
  }

  private static func list(_ value: String) -> [String] {
    value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
  }
}
