public import SnippetShell

/// The Swift side of a bridge component in a page. Subclasses handle the messages from the page's component.
///
///     final class FormComponent: BridgeComponent {
///       override class var name: String { "form" }
///
///       override func onReceive(message: Message) {
///         if message.event == "connect" { … reply(to: "connect") }
///       }
///     }
open class BridgeComponent: ShellBound {
  /// The name of the page's component. By default, it is the name of the Swift type in lower case, without "Component".
  open class var name: String {
    let type = String(describing: self)
    return (type.hasSuffix("Component") ? String(type.dropLast("Component".count)) : type).lowercased()
  }

  /// The delegate that sends replies to the page.
  public private(set) weak var delegate: (any BridgingDelegate)?
  /// The last message for each event, keyed by the event's name. Contains at most ``maximumEvents`` events.
  private var received: [String: Message] = [:]
  private static let maximumEvents = 100

  /// Creates a component for a screen.
  public required init(destination: any BridgeDestination, delegate: any BridgingDelegate) { self.delegate = delegate }

  /// The shell that shows the screen.
  public var shell: Shell? { (delegate?.destination as? ViewController)?.shell }

  /// Called for each message from the page's component.
  open func onReceive(message: Message) {}
  /// Called after the screen was loaded, if the component already exists.
  open func onViewDidLoad() {}
  /// Called before the screen is shown.
  open func onViewWillAppear() {}
  /// Called after the screen was shown.
  open func onViewDidAppear() {}
  /// Called before the screen is covered or removed.
  open func onViewWillDisappear() {}
  /// Called after the screen was covered or removed.
  open func onViewDidDisappear() {}

  /// Returns the last message for an event, or `nil` if there was none.
  public func receivedMessage(for event: String) -> Message? { received[event] }

  func didReceive(message: Message) {
    if received.count < Self.maximumEvents || received[message.event] != nil { received[message.event] = message }
    onReceive(message: message)
  }

  // MARK: Replies

  /// Sends a reply. Returns `false` if the screen no longer shows the page.
  @discardableResult
  public nonisolated(nonsending) func reply(with message: Message) async throws -> Bool { send(message) }

  /// Replies to the last message for an event by sending it back unchanged. Returns `false` if there was no such
  /// message.
  @discardableResult
  public nonisolated(nonsending) func reply(to event: String) async throws -> Bool { send(received[event]) }

  /// Replies to the last message for an event with JSON data. Returns `false` if there was no such message.
  @discardableResult
  public nonisolated(nonsending) func reply(to event: String, with jsonData: String) async throws -> Bool {
    send(received[event]?.replacing(jsonData: jsonData))
  }

  /// Replies to the last message for an event with a value. Returns `false` if there was no such message.
  @discardableResult
  public nonisolated(nonsending) func reply(to event: String, with data: some Encodable) async throws -> Bool {
    send(received[event]?.replacing(data: data))
  }

  /// Sends a reply. `completion` receives `true` if the reply was sent.
  public func reply(with message: Message, completion: ((Result<Bool, any Error>) -> Void)? = nil) {
    finish(message, completion)
  }

  /// Replies to the last message for an event by sending it back unchanged.
  public func reply(to event: String, completion: ((Result<Bool, any Error>) -> Void)? = nil) {
    finish(received[event], completion)
  }

  /// Replies to the last message for an event with JSON data.
  public func reply(
    to event: String, with jsonData: String, completion: ((Result<Bool, any Error>) -> Void)? = nil
  ) {
    finish(received[event]?.replacing(jsonData: jsonData), completion)
  }

  /// Replies to the last message for an event with a value.
  public func reply(
    to event: String, with data: some Encodable, completion: ((Result<Bool, any Error>) -> Void)? = nil
  ) {
    finish(received[event]?.replacing(data: data), completion)
  }

  private func finish(_ message: Message?, _ completion: ((Result<Bool, any Error>) -> Void)?) {
    let isSent = send(message)
    completion?(.success(isSent))
  }

  private func send(_ message: Message?) -> Bool { message.map { delegate?.reply(with: $0) == true } ?? false }
}

/// A screen whose page may have bridge components.
public protocol BridgeDestination: AnyObject {
  /// Called after a component was created. A component is created when its first message arrives.
  func onBridgeComponentInitialized(_ component: BridgeComponent)
}

extension BridgeDestination {
  /// Does nothing.
  public func onBridgeComponentInitialized(_ component: BridgeComponent) {}
}

/// A type that connects the components of a screen with the page. Programs use ``BridgeDelegate``; tests can use their
/// own type.
public protocol BridgingDelegate: AnyObject {
  /// The screen.
  var destination: (any BridgeDestination)? { get }
  /// Sends a reply. Returns `false` if the screen no longer shows the page.
  func reply(with message: Message) -> Bool
}
