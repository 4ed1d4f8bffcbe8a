// Deprecated names of this module. This file will be deleted in version 1.0.

/// The old name of `CloseReason`.
@available(*, deprecated, renamed: "CloseReason")
public typealias SocketEnding = CloseReason

/// The old name of `ReceivedMessage`.
@available(*, deprecated, renamed: "ReceivedMessage")
public typealias ReceivedFrame = ReceivedMessage

extension TestPage {
  /// The old name of `messages()`.
  @available(*, deprecated, renamed: "messages()")
  public func frames() -> PageValues<ReceivedMessage> { messages() }

  /// The old name of `send(message:)`.
  @available(*, deprecated, renamed: "send(message:)")
  public func send(frame text: String) async throws { try await send(message: text) }
}
