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
      return OfferTable.Provider(session: session, offer: offer)
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

  /// The maximum number of providers that are tried for one call.
  private static var mostAttempts: Int { 8 }

  /// Calls a function of an interface and returns its value. If the provider cannot be reached, tries others.
  func invoke(_ interface: String, _ function: String, label: String?, _ json: JSON) async throws -> JSON? {
    var attempts = 0
    while true {
      attempts += 1
      let provider = try await provider(of: interface, label: label)
      do {
        return try await value(
          .invoke(interface: interface, function: function), to: provider.session, body: json, within: nil)
      } catch let error as BridgeError where attempts < Self.mostAttempts && error.mayRunElsewhere(provider) {
        state.withLock { $0.offers.remove(session: provider.session) }
      }
    }
  }

  /// Calls a function that answers several times, and passes the values on to a responder at the page's pace. If the
  /// provider cannot be reached, tries others.
  nonisolated(nonsending) func stream(
    _ interface: String, _ function: String, label: String?, _ json: JSON, to responder: Responder
  ) async throws {
    var attempts = 0
    while true {
      attempts += 1
      let provider = try await provider(of: interface, label: label)
      guard provider.offer.functions.contains(where: { $0.name == function && $0.isCallback }) else {
        let json = try await invoke(interface, function, label: label, json)
        return json.map { responder.send($0) } ?? responder.end()
      }
      do {
        return try await stream(interface, function, json, from: provider, to: responder)
      } catch let error as BridgeError where attempts < Self.mostAttempts && error.code == .notFound {
        // The call has not run, so no value was passed on.
        state.withLock { $0.offers.remove(session: provider.session) }
      }
    }
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

extension BridgeError {
  /// Returns whether a call may be made again at another provider.
  fileprivate func mayRunElsewhere(_ provider: OfferTable.Provider) -> Bool {
    code == .notFound || (code == .interrupted && provider.offer.isIdempotent)
  }
}
