import SnippetShell

/// The guest's messages, shared by all pages and shells.
@Exposed
actor Inbox {
  struct Message: Codable, Sendable {
    let id: Int
    let from: String
    let subject: String
    let text: String
    var isRead = false
  }

  private var list = [
    Message(
      id: 1, from: "Reception", subject: "Your room is ready",
      text: "Come when you like: the key is under the third flower pot."),
    Message(
      id: 2, from: "Kitchen", subject: "Breakfast",
      text: "The bread is out of the oven at seven. Tell us if you want it on the balcony."),
    Message(
      id: 3, from: "Harbour", subject: "Wind on Sunday",
      text: "Row before noon: in the afternoon it comes from the west."),
    Message(
      id: 4, from: "Reception", subject: "Welcome", text: "We are glad that you come.", isRead: true),
  ]
  private var reader: (@Sendable (_ unread: Int) async -> Void)?

  func messages() -> [Message] { list }

  /// Marks a message as read. Returns the number of unread messages.
  func read(id: Int) async -> Int {
    if let index = list.firstIndex(where: { $0.id == id }), !list[index].isRead {
      list[index].isRead = true
      await reader?(unread)
    }
    return unread
  }

  /// The number of unread messages.
  var unread: Int { list.count(where: { !$0.isRead }) }

  /// Sets the function that is called after a message was read. A new function replaces the previous one.
  @unexposed
  func whenRead(_ reader: @escaping @Sendable (_ unread: Int) async -> Void) { self.reader = reader }
}
