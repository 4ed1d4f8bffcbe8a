import DSBridge

/// An interface that this process serves to the fleet. Its functions run in the isolation of this actor. While an
/// asynchronous function waits, another one may run.
actor ProvidedInterface {
  private let interface: any ExposedInterface & SendableMetatype
  private lazy var functions = Dictionary(
    interface.exposedFunctions.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })

  init(_ interface: sending any ExposedInterface & SendableMetatype) {
    self.interface = interface
  }

  /// The description that other processes read.
  func offer(label: String?, isIdempotent: Bool) -> Offer {
    Offer(
      label: label, isIdempotent: isIdempotent,
      functions: interface.exposedFunctions.compactMap { functions[$0.name] }.map { function in
        Offer.Function(
          name: function.name, isCallback: function.isCallback, type: function.declaredType,
          documentation: function.signature.documentation)
      })
  }

  /// Calls a function. All answers go through the responder.
  func run(_ name: String, _ json: JSON, _ responder: Responder) async {
    let arguments = Arguments(json: json)
    do {
      guard let function = functions[name] else {
        throw BridgeError(.noSuchMethod, "There is no method \"\(name.cut(toBytes: 100))\".")
      }
      switch function.body {
      case .synchronous(let body): responder.send(try body(arguments).json)
      case .asynchronous(let body): responder.send(try await body(arguments).json)
      case .completing(let body): try body(arguments, responder)
      case .streaming(let body): try await body(arguments, responder)
      }
    } catch {
      responder.fail(error)
    }
  }
}

/// The description of a provided interface, as it is stored in Redis.
struct Offer: Codable, Sendable, Equatable {
  struct Function: Codable, Sendable, Equatable {
    var name: String
    var isCallback: Bool
    /// The TypeScript declaration, such as `(input: number, options?: NativeCallOptions): Promise<number>`.
    var type: String?
    var documentation: String
  }

  var label: String?
  /// Indicates whether a call that was interrupted may run again at another provider.
  var isIdempotent: Bool
  var functions: [Function]
}

/// The known providers of the interfaces that this process uses. A value type without side effects.
struct OfferTable: Sendable {
  typealias Provider = (session: String, offer: Offer)

  private var providers: [String: [Provider]] = [:]
  private var next = 0
  /// The interfaces that this process uses.
  private(set) var used: Set<String> = []

  mutating func use(_ interface: String) { used.insert(interface) }

  mutating func set(_ interface: String, to known: [Provider]) { providers[interface] = known }

  /// Removes a provider that cannot be reached.
  mutating func remove(session: String) {
    for interface in providers.keys { providers[interface]?.removeAll { $0.session == session } }
  }

  /// Returns the next provider with the label, in turns; nil if there is none. A nil label accepts all.
  mutating func pick(_ interface: String, label: String?) -> Provider? {
    let suitable = (providers[interface] ?? []).filter { label == nil || $0.offer.label == label }
    guard !suitable.isEmpty else { return nil }
    next &+= 1
    return suitable[Int(UInt(bitPattern: next) % UInt(suitable.count))]
  }

  /// The functions of an interface, by those of its first provider.
  func functions(of interface: String) -> [Offer.Function] { providers[interface]?.first?.offer.functions ?? [] }
}
