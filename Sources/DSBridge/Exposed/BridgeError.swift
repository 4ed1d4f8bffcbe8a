/// What went wrong between a page and Swift. Travels to the page as docs/protocol.md, section 5, says.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is. More may be added: a `switch` needs a `default`.
  public var code: Code
  /// A sentence for the programmer, on either side.
  public var message: String
  /// The Swift type that was wanted; set for ``Code/argument``.
  public var expected: String?
  /// What came in its place, in a few words: `true`, `"5"`, `an object`; set for ``Code/argument``.
  public var got: String?
  /// The method that was called, as the page wrote it, where it is known.
  public var method: String?
  /// The code of a ``CodedError`` that a Swift function threw: `error.code` in the page.
  public var thrownCode: JSON?
  /// Where the page's code was when it threw, as its engine writes it; set for ``Code/pageThrew``.
  public var stack: String?

  /// An error of your own making.
  public init(_ code: Code, _ message: String, method: String? = nil) {
    self.code = code
    self.message = message
    self.method = method
  }

  /// An argument of another type than the one that was wanted.
  public init(expected: String, got: String) {
    self.init(.argument, "expected \(expected), got \(got)")
    self.expected = expected
    self.got = got
  }

  /// An argument that the page has left out. On the wire that is null, so null is the same.
  init(absent expected: String) {
    self.init(.argument, "expected \(expected), but nothing was passed (or null)")
    self.expected = expected
    got = "nothing"
  }

  /// The code's name and the message; the page's stack below them.
  public var description: String {
    let place = method.map { " in \"\($0)\"" } ?? ""
    return "\(code)\(place): \(message)" + (stack.map { "\n\($0)" } ?? "")
  }
}
