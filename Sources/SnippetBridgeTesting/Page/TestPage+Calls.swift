import DSBridge
import Foundation

extension TestPage {
  /// Makes a blocking call, like `bridge.call(method, argument)`. The page processes no messages from its socket until
  /// Swift has answered.
  ///
  /// The request also carries all numbered lines that the server has not acknowledged. If the call fails, throws the
  /// ``CallFailure``; in a browser, `bridge.call` returns `""` instead.
  public func call<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) async throws -> Value {
    try PageJSON.value(type, of: try await callText(method, try PageJSON.text(argument)))
  }

  /// Makes a blocking call whose argument is an object with members of different types: `["name": "Jun", "count": 3]`.
  ///
  /// In all other respects, the function behaves like ``call(_:_:as:)``.
  @_disfavoredOverload
  public func call<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) async throws -> Value {
    try await call(method, MixedObject(members: argument), as: type)
  }

  /// Makes a blocking call like ``call(_:_:as:)``, but with the argument and the result as JSON text. `json` may be
  /// invalid.
  /// - Parameter copies: The number of identical requests to send simultaneously, as a browser may do after a
  ///   connection has failed. All copies must receive the same answer.
  public func callText(_ method: String, _ json: String = "null", copies: Int = 1) async throws -> String {
    guard !isBlocked else { throw TestPageError.blocked }
    isBlocked = true
    let owner = document.id
    let number = document.nextNumber
    document.nextNumber += 1
    defer {
      isBlocked = false
      applyWaiting()
      flush()
      if isConnectionDue { comeBack() }
    }
    do {
      return try await block(number, "call \(number) \(Self.field(method)) \(json)", copies: copies)
    } catch let failure as CallFailure {
      throw failure
    } catch {
      if document.id == owner { fill(number) }
      if case TestPageError.timeout = error { throw TestPageError.timeout(waitingFor: "the answer to \(method)") }
      throw error
    }
  }

  /// Sends a call without waiting for the answer, like `bridge.ask(method, argument)`.
  public func ask<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) throws -> PendingCall<Value> {
    try document.check()
    let json = try PageJSON.text(argument)
    let answer = Inlet<String>("the answer to \(method)", limit: timeLimit)
    let number = document.add { "ask \($0) \(Self.field(method)) \(json)" }
    document.calls[number] = answer
    flush()
    return PendingCall(number: number, answer: answer)
  }

  /// Sends a call like ``ask(_:_:as:)``, whose argument is an object with members of different types.
  @_disfavoredOverload
  public func ask<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) throws -> PendingCall<Value> {
    try ask(method, MixedObject(members: argument), as: type)
  }

  /// Cancels a call, like `answer.cancel()`. Swift is notified, and ``PendingCall/values`` ends.
  public func cancel<Value>(_ call: PendingCall<Value>) {
    guard let answer = document.calls.removeValue(forKey: call.number) else { return }
    answer.end()
    send { "cancel \($0) \(call.number)" }
  }

  /// Sends a call with a callback, like `bridge.call(method, argument, callback)`. Returns the values that the callback
  /// receives. The sequence ends after the last value, or throws the ``CallFailure``.
  public func post<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) throws -> PageValues<Value> {
    try document.check()
    let json = try PageJSON.text(argument)
    let values = Inlet<String>("a value for the callback of \(method)", limit: timeLimit)
    let name = "dscb\(document.nextCallback)"
    document.nextCallback += 1
    document.callbacks[name] = values
    send { "post \($0) \(Self.field(method)) \(name) \(json)" }
    return PageValues(values) { try PageJSON.value(type, of: $0) }
  }

  /// Sends a call like ``post(_:_:as:)``, whose argument is an object with members of different types.
  @_disfavoredOverload
  public func post<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) throws -> PageValues<Value> {
    try post(method, MixedObject(members: argument), as: type)
  }

  /// Asks Swift whether the page may be closed, like `window.close()`.
  public func closeWindow() async throws -> Bool {
    try await callText("_dsb.closePage") != "false"
  }

  /// Queues a harmless line under the number of a failed call, so that the numbering has no gap. The page has already
  /// reported the call as failed, so the server must not run the call later.
  private func fill(_ number: Int) {
    let json = (try? PageJSON.text(url.absoluteString)) ?? "\"\""
    let index = document.unconfirmed.firstIndex { $0.number > number } ?? document.unconfirmed.endIndex
    document.unconfirmed.insert((number, "event \(number) location \(json)"), at: index)
  }

  private func block(_ number: Int, _ line: String, copies: Int) async throws -> String {
    var reply: HTTPReply
    do {
      reply = try await ask(number, line, copies: copies)
      if reply.status == 401, document.isGreeted {
        document.isGreeted = false
        reply = try await ask(number, line, copies: copies)
      }
    } catch TestPageError.unreachable, TestPageError.closed {
      // Like the page script, send the call again with the same number. If the server has already run the call, the
      // server sends the recorded answer.
      reply = try await ask(number, line, copies: copies)
    }
    guard reply.status != 410 else { throw TestPageError.gone }
    guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
    document.isGreeted = true
    document.isAcknowledgementDue = document.isAcknowledgementDue && holdsAcknowledgements
    document.confirm(number)
    switch try ReceivedLine(reply.text) {
    case .reply(number, let json?): return json
    case .fail(number, let failure): throw failure
    default: throw TestPageError.violation("call \(number) got the response \(reply.text.prefix(200))")
    }
  }

  private func ask(_ number: Int, _ line: String, copies: Int) async throws -> HTTPReply {
    var lines: [String] = []
    if !document.isGreeted { lines.append("hello \(helloBody(before: number))") }
    if document.isAcknowledgementDue, !holdsAcknowledgements {
      lines.append("ack \(document.received)")
    }
    // Lines that the test has sent since the call began are omitted. They are sent when the call has ended.
    lines += document.unconfirmed.filter { $0.number < number }.map(\.line) + [line]
    let body = lines.joined(separator: "\n")
    let more = (1..<max(1, copies)).map { _ in Task { try await self.post("/_bridge/call", body) } }
    var reply = try await post("/_bridge/call", body)
    for copy in more {
      let other = try await copy.value
      // If several copies are pending, the newest one receives the answer and the other copies receive status 409.
      if reply.status == 409 { reply = other }
      guard other.status == 409 || (other.status == reply.status && other.body == reply.body) else {
        throw TestPageError.violation(
          "one call got two responses: \(reply.text.prefix(100)) and \(other.text.prefix(100))")
      }
    }
    return reply
  }
}

/// A JSON object whose members have different types.
private struct MixedObject: Encodable {
  let members: [String: any Encodable & Sendable]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONPlace.self)
    for (name, value) in members { try container.encode(value, forKey: JSONPlace(name)) }
  }
}
