/// An item for the page to run: a call of a callback with a value, a call to a page function, or a script.
public struct Evaluation: Sendable {
  /// The content of an evaluation.
  public enum Content: Sendable {
    /// A value for the page's global function `name`. If `isLast` is true, the page deletes the function after the
    /// call. `value` may be nil only if `isLast` is true; the page then deletes the function without calling it.
    case callback(name: String, value: JSON?, isLast: Bool)
    /// The failure of a call with a callback: the page reports the error and deletes the function.
    case failure(callback: String, error: BridgeError)
    /// A value of the page's `ask` with the number `call`, or the end of this call. Used only if the call has several
    /// values. The value is nil if the call ends without a further value.
    case answer(call: Int, value: Result<JSON?, BridgeError>, isLast: Bool)
    /// A call to a page function; `arguments` is an array.
    case invocation(method: String, arguments: JSON)
    /// A script.
    case script(String)
  }

  /// The content.
  public let content: Content
  private(set) var line: ServerLine
  /// The size of the evaluation before ``asScript(_:)`` changed it, in bytes; nil if it was not changed.
  private(set) var receivedWeight: Int?
  /// The document to which the evaluation may be sent; nil while no document is ready to receive it.
  var document: DocumentID?
  /// The number of the page's call that this evaluation ends; nil if it does not end a call.
  var settledCall: Int?
  /// The replacement key. If several waiting evaluations have the same key, only the newest one is kept.
  var key: Key?

  /// A key that identifies evaluations that replace each other.
  enum Key: Hashable {
    /// A key that the program chose.
    case named(String)
    /// The values of an `ask`.
    case answer(Int)
    /// The values of a `post`.
    case callback(String)
  }
}

extension Evaluation {
  /// Returns this evaluation as a script, for a program that uses its own page script.
  ///
  ///     case .callback(let name, let value, let isLast): evaluation.asScript("receive(…)")
  ///
  /// The script replaces the evaluation's normal message. For a call to a page function, the script's value is the
  /// result of the call. If the value is a promise, the promise's value is the result. A page whose
  /// Content-Security-Policy forbids `eval` runs no scripts.
  public func asScript(_ script: String) -> Evaluation {
    var evaluation = self
    evaluation.receivedWeight = weight
    evaluation.line = .evaluate(id: callID ?? Self.noCall, script: JSON(quoting: script))
    return evaluation
  }

  /// The id of a script that is not a call: the largest id that the wire protocol allows, which no call has. The page's
  /// result for this id is dropped.
  private static let noCall = (1 << 53) - 1

  /// The size of the evaluation before any change by ``asScript(_:)``, in bytes.
  var weight: Int { receivedWeight ?? line.weight }

  /// The id of a call to a page function, or of a script; `nil` for other evaluations.
  var callID: Int? {
    switch line {
    case .invoke(let id, _, _), .evaluate(let id, _): id == Self.noCall ? nil : id
    default: nil
    }
  }
}
