public import DSBridge
import DSBridgeLocks
import DSBridgeText

/// An interface that another process of the fleet serves.
///
///     webView.addInterface(fleet.interface("printer"), by: "printer")
///
/// A page calls its functions like those of a local interface. Several providers share the calls in turns.
public final class FleetInterface: ExposedInterface, ChangingInterface, Sendable {
  private let node: FleetNode
  private let name: String
  private let label: String?

  init(_ node: FleetNode, _ name: String, label: String?) {
    self.node = node
    self.name = name
    self.label = label
    // From now on, the node keeps the providers known.
    node.state.withLock { $0.offers.use(name) }
    Task { try? await node.findProviders(of: name) }
  }

  /// The functions that the current providers serve.
  public var exposedFunctions: [ExposedFunction] {
    node.state.withLock { $0.offers.functions(of: name) }.map(function)
  }

  package func function(named name: String, form: Invocation.Form?) -> ExposedFunction? {
    let functions = node.state.withLock { $0.offers.functions(of: self.name) }
    if let known = functions.first(where: { $0.name == name }) { return function(known) }
    // Without a known provider, the call finds out whether there is one. The page accepts several values unless it
    // waits for a single result.
    return functions.isEmpty
      ? function(Offer.Function(name: name, isCallback: form != .result, type: nil, documentation: "")) : nil
  }

  private func function(_ function: Offer.Function) -> ExposedFunction {
    let (node, interface, label, name) = (node, name, label, function.name)
    let made =
      if function.isCallback {
        ExposedFunction(
          name,
          streaming: { arguments, responder in
            try await node.stream(interface, name, label: label, arguments.json, to: responder)
          })
      } else {
        ExposedFunction(
          name,
          asynchronous: { arguments in
            Reply(json: try await node.invoke(interface, name, label: label, arguments.json) ?? #""""#)
          })
      }
    return made.described(function.documentation).declared(as: function.type)
  }
}

extension FleetNode {
  /// Reads the providers of an interface from Redis.
  func findProviders(of interface: String) async throws {
    let reply = try await ask(store.offers(of: interface))
    let known = (reply.elements ?? []).compactMap { value -> OfferTable.Provider? in
      guard let (session, json) = value.headAndRest, FleetMessage.isSession(session),
        let offer = try? JSONSerializer().decode(Offer.self, from: JSON(String(peer: json)))
      else { return nil }
      return (session, offer)
    }
    state.withLock { $0.offers.set(interface, to: known.sorted { $0.session < $1.session }) }
  }

  private func provider(of interface: String, label: String?) async throws -> OfferTable.Provider {
    if let known = state.withLock({ $0.offers.pick(interface, label: label) }) { return known }
    try await findProviders(of: interface)
    if let found = state.withLock({ $0.offers.pick(interface, label: label) }) { return found }
    let place = label.map { " with the label \"\($0)\"" } ?? ""
    throw BridgeError(.notFound, "No program of the fleet serves \"\(interface)\"\(place).")
  }

  /// Calls `body` with a provider of an interface. If the provider cannot be reached, tries other providers, at most
  /// eight in all.
  /// - Parameter repeatsInterrupted: Whether an interrupted call may run again, if the provider permits that.
  private nonisolated(nonsending) func withProvider<Result>(
    of interface: String, label: String?, repeatsInterrupted: Bool = false,
    _ body: nonisolated(nonsending) (OfferTable.Provider) async throws -> Result
  ) async throws -> Result {
    var attempts = 0
    while true {
      attempts += 1
      let provider = try await provider(of: interface, label: label)
      do {
        return try await body(provider)
      } catch let error as BridgeError where attempts < 8 {
        let mayRepeat = repeatsInterrupted && provider.offer.isIdempotent && error.code == .interrupted
        guard error.code == .notFound || mayRepeat else { throw error }
        state.withLock { $0.offers.remove(session: provider.session) }
      }
    }
  }

  /// Calls a function of an interface and returns its value. If the provider cannot be reached, tries others.
  func invoke(_ interface: String, _ function: String, label: String?, _ json: JSON) async throws -> JSON? {
    try await withProvider(of: interface, label: label, repeatsInterrupted: true) { provider in
      try await value(
        .invoke(interface: interface, function: function), to: provider.session, body: json, within: nil)
    }
  }

  /// Calls a function that answers several times, and passes the values on to a responder at the page's pace. If the
  /// provider cannot be reached, tries others: no value was passed on then, because the call has not run.
  nonisolated(nonsending) func stream(
    _ interface: String, _ function: String, label: String?, _ json: JSON, to responder: Responder
  ) async throws {
    let isStreamed = try await withProvider(of: interface, label: label) { provider in
      guard provider.offer.functions.contains(where: { $0.name == function && $0.isCallback }) else { return false }
      try await stream(interface, function, json, from: provider, to: responder)
      return true
    }
    guard !isStreamed else { return }
    let json = try await invoke(interface, function, label: label, json)
    json.map { responder.send($0) } ?? responder.end()
  }

  private nonisolated(nonsending) func stream(
    _ interface: String, _ function: String, _ json: JSON, from provider: OfferTable.Provider,
    to responder: Responder
  ) async throws {
    let (answers, id) = answers(
      .invoke(interface: interface, function: function), to: provider.session, body: json, within: nil,
      buffering: .unbounded)
    var processedValues = 0
    for await answer in answers {
      guard let json = try answer.result.get() else { return responder.end() }
      if !answer.isLast, processedValues == 0 { try responder.beginSequence() }
      responder.send(json, last: answer.isLast)
      guard !answer.isLast else { return }
      processedValues += 1
      guard processedValues % (FlowWindow.size / 2) == 0, let id else { continue }
      await responder.pause(false)
      inform(provider.session, of: .processed(FlowWindow.size / 2), id)
    }
    try Task.checkCancellation()
  }
}
