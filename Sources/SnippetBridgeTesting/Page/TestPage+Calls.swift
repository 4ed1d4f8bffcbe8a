import Foundation

extension TestPage {
  /// `bridge.call(method, argument)`: the page stands still until Swift has answered. Carries every message the server
  /// has not acknowledged. Throws the ``CallFailure`` where a browser's `bridge.call` returns `""`.
  public func call<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) async throws -> Value {
    try PageJSON.value(type, of: try await callText(method, try PageJSON.text(argument)))
  }

  /// As ``call(_:_:as:)``, for an object whose members are of several types: `["name": "Jun", "count": 3]`.
  @_disfavoredOverload
  public func call<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) async throws -> Value {
    try await call(method, MixedObject(members: argument), as: type)
  }

  /// As ``call(_:_:as:)``, but JSON goes in and comes out as text; `json` may also be something that is not JSON.
  /// - Parameter copies: how many times the same request is sent, at once, as browsers do after a broken connection.
  ///   All must be answered alike.
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

  /// `bridge.ask(method, argument)`: sends the call and returns at once.
  public func ask<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) throws -> PendingCall<Value> {
    let json = try PageJSON.text(argument)
    let answer = Inlet<String>("the answer to \(method)", limit: timeLimit)
    let number = document.add { "ask \($0) \(Self.field(method)) \(json)" }
    document.calls[number] = answer
    flush()
    return PendingCall(number: number, answer: answer)
  }

  /// As ``ask(_:_:as:)``, for an object whose members are of several types.
  @_disfavoredOverload
  public func ask<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) throws -> PendingCall<Value> {
    try ask(method, MixedObject(members: argument), as: type)
  }

  /// `answer.cancel()`: Swift is told, and ``PendingCall/values`` ends.
  public func cancel<Value>(_ call: PendingCall<Value>) {
    guard let answer = document.calls.removeValue(forKey: call.number) else { return }
    answer.end()
    send { "cancel \($0) \(call.number)" }
  }

  /// `bridge.call(method, argument, callback)`: the values that the callback gets. Ends with the last one, or throws
  /// the ``CallFailure``.
  public func post<Value: Decodable & Sendable>(
    _ method: String, _ argument: (any Encodable & Sendable)? = nil, as type: Value.Type = Value.self
  ) throws -> PageValues<Value> {
    let json = try PageJSON.text(argument)
    let values = Inlet<String>("a value for the callback of \(method)", limit: timeLimit)
    let name = "dscb\(document.nextCallback)"
    document.nextCallback += 1
    document.callbacks[name] = values
    send { "post \($0) \(Self.field(method)) \(name) \(json)" }
    return PageValues(values) { try PageJSON.value(type, of: $0) }
  }

  /// As ``post(_:_:as:)``, for an object whose members are of several types.
  @_disfavoredOverload
  public func post<Value: Decodable & Sendable>(
    _ method: String, _ argument: [String: any Encodable & Sendable], as type: Value.Type = Value.self
  ) throws -> PageValues<Value> {
    try post(method, MixedObject(members: argument), as: type)
  }

  /// `window.close()`: whether Swift lets the page be closed.
  public func closeWindow() async throws -> Bool {
    try await callText("_dsb.closePage") != "false"
  }

  /// The page was told that the call failed, so it must not run later: something harmless takes its number.
  private func fill(_ number: Int) {
    let json = (try? PageJSON.text(url.absoluteString)) ?? "\"\""
    let index = document.unconfirmed.firstIndex { $0.number > number } ?? document.unconfirmed.endIndex
    document.unconfirmed.insert(.init(number: number, line: "event \(number) location \(json)"), at: index)
  }

  private func block(_ number: Int, _ line: String, copies: Int) async throws -> String {
    var reply: HTTPReply
    do {
      reply = try await ask(number, line, copies: copies)
      if reply.status == 401, document.isGreeted {
        document.isGreeted = false
        reply = try await ask(number, line, copies: copies)
      }
    } catch let error as TestPageError where error.isOfTransport {
      // Once more with the same number, as the shim does: what ran already is answered from the record.
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
    default: throw TestPageError.violation("call \(number) was answered \(reply.text.prefix(200))")
    }
  }

  private func ask(_ number: Int, _ line: String, copies: Int) async throws -> HTTPReply {
    var lines: [String] = []
    if !document.isGreeted {
      var hello = helloBody()
      hello.first = min(document.unconfirmed.first?.number ?? number, number)
      lines.append("hello \(try PageJSON.text(hello))")
    }
    if document.isAcknowledgementDue, !holdsAcknowledgements {
      lines.append("ack \(document.received)")
    }
    // What the test sent since the call began waits like the rest of the page.
    lines += document.unconfirmed.filter { $0.number < number }.map(\.line) + [line]
    let body = lines.joined(separator: "\n")
    let more = (1..<max(1, copies)).map { _ in Task { try await self.post("/_bridge/call", body) } }
    var reply = try await post("/_bridge/call", body)
    for copy in more {
      let other = try await copy.value
      // The newest of those that wait at the same time gets the answer.
      if reply.status == 409 { reply = other }
      guard other.status == 409 || (other.status == reply.status && other.body == reply.body) else {
        throw TestPageError.violation("one call was answered \(reply.text.prefix(100)) and \(other.text.prefix(100))")
      }
    }
    return reply
  }
}

/// A JSON object whose members are of several types.
private struct MixedObject: Encodable {
  let members: [String: any Encodable & Sendable]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
  }
}
