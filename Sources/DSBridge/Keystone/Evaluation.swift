/// One thing sent to the page: a callback result, a call of a page function, a script.
public struct Evaluation: Sendable {
  /// What is sent.
  public enum Content: Sendable {
    /// A value for the global function `name`; `isLast` deletes it.
    case callback(name: String, value: JSON, isLast: Bool)
    /// A call with a callback failed: the page reports the error and deletes the function.
    case failure(callback: String, error: BridgeError)
    /// A call of a page function; `arguments` is an array.
    case invocation(method: String, arguments: JSON)
    /// A script, as it was written.
    case script(String)
  }

  /// What is sent.
  public let content: Content
  let line: ServerLine
  /// The document it is meant for; another one never sees it. Nil until it is known which.
  var document: DocumentID?
}
