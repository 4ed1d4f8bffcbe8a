import Foundation

/// The bridge components of one screen. Each component is created when its first message arrives.
public final class BridgeDelegate: BridgingDelegate {
  /// The URL of the screen. Messages must come from this URL until the page's own URL is known.
  public let location: String
  /// The screen.
  public private(set) weak var destination: (any BridgeDestination)?
  /// The connection to the page; `nil` while the screen does not show the session's page.
  weak var transport: (any BridgeTransport)?

  private let types: [BridgeComponent.Type]
  private var components: [String: BridgeComponent] = [:]

  /// Creates a delegate without components.
  /// - Parameter componentTypes: the types of the program's components.
  public init(location: String, destination: any BridgeDestination, componentTypes: [BridgeComponent.Type]) {
    self.location = location
    self.destination = destination
    types = componentTypes
  }

  /// The components that have been created, in the order of their types.
  public var activeComponents: [BridgeComponent] { types.compactMap { components[$0.name] } }

  /// Returns the component of a type, or `nil` if it has not received a message yet.
  public func component<Component: BridgeComponent>() -> Component? {
    components[Component.name] as? Component
  }

  /// Sends a reply. Returns `false` if the screen does not show the page.
  public func reply(with message: Message) -> Bool {
    guard let transport else { return false }
    transport.reply(with: message)
    return true
  }

  // MARK: The page

  /// Passes a message to its component. Returns `false` if the message was ignored, because the screen does not show
  /// the page, the page has a different URL, or there is no such component.
  @discardableResult
  func bridgeDidReceiveMessage(_ message: Message, at liveURL: URL?) -> Bool {
    guard transport != nil, let destination, let url = message.metadata?.url,
      url == liveURL?.absoluteString || liveURL == nil && url == location
    else { return false }
    guard let component = components[message.component] ?? create(message.component, destination) else { return false }
    component.didReceive(message: message)
    return true
  }

  private func create(_ name: String, _ destination: any BridgeDestination) -> BridgeComponent? {
    guard let type = types.first(where: { $0.name == name }) else { return nil }
    let component = type.init(destination: destination, delegate: self)
    components[name] = component
    destination.onBridgeComponentInitialized(component)
    return component
  }

  // MARK: The screen

  func onViewDidLoad() { activeComponents.forEach { $0.onViewDidLoad() } }
  func onViewWillAppear() { activeComponents.forEach { $0.onViewWillAppear() } }
  func onViewDidAppear() { activeComponents.forEach { $0.onViewDidAppear() } }
  func onViewWillDisappear() { activeComponents.forEach { $0.onViewWillDisappear() } }
  func onViewDidDisappear() { activeComponents.forEach { $0.onViewDidDisappear() } }
}
