/// One thing sent to the page: a callback result, a call of a page function, a script.
public struct Evaluation: Sendable {
  /// What is sent.
  public enum Content: Sendable {
    /// A value for the global function `name`; `isLast` deletes it. Nil only at an end without a value: then it is just
    /// deleted.
    case callback(name: String, value: JSON?, isLast: Bool)
    /// A call with a callback failed: the page reports the error and deletes the function.
    case failure(callback: String, error: BridgeError)
    /// A value, or the end, of the page's `ask` of that number, one with several values. Nil as for a callback.
    case answer(call: Int, value: Result<JSON?, BridgeError>, isLast: Bool)
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
  /// The page's call that has its last value with this.
  var settledCall: Int?
  /// Of those with one key only the newest is kept while they wait.
  var key: Key?

  /// What makes evaluations replace each other.
  enum Key: Hashable {
    /// Chosen by native code.
    case named(String)
    /// The values of an `ask`.
    case answer(Int)
    /// The values of a `post`.
    case callback(String)
  }
}

extension Evaluation {
  /// The call of a page function, or the script, that it carries.
  var callID: Int? {
    switch line {
    case .invoke(let id, _, _), .evaluate(let id, _): id
    default: nil
    }
  }
}
