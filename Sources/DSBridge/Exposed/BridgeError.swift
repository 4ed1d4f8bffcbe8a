import DSBridgeText
import Foundation

/// An error that is sent between a page and Swift. Its JSON format is defined in docs/guides/protocol.md, section 5.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure. More kinds may be added, so a `switch` needs a `default`.
  public var code: Code
  /// A sentence for the developer of the page or of the program.
  public var message: String
  /// The expected Swift type; set for ``Code/argument``.
  public var expected: String?
  /// A short description of the value that was received instead, such as `true`, `"5"` or `an object`; set for
  /// ``Code/argument``.
  public var got: String?
  /// The name of the called method as the page wrote it; nil if unknown.
  public var method: String?
  /// The code of a ``CodedError`` that a Swift function threw: `error.code` in the page.
  public var thrownCode: JSON?
  /// The stack of the page's error, in its engine's format; set for ``Code/pageThrew``.
  public var stack: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, method: String? = nil) {
    self.code = code
    self.message = message
    self.method = method
  }

  /// Creates an error about an argument of the wrong type.
  public init(expected: String, got: String) {
    self.init(.argument, "expected \(expected), got \(got)")
    self.expected = expected
    self.got = got
  }

  /// Creates an error about a missing argument. Also used for null, because a missing argument is null on the wire.
  init(absent expected: String) {
    self.init(.argument, "expected \(expected), but nothing was passed (or null)")
    self.expected = expected
    got = "nothing"
  }

  /// Returns the error as text for a log, without values that a page has passed, because they may be personal data.
  static func withoutValues(_ error: any Error) -> String {
    guard let error = error as? BridgeError, error.code == .argument, let expected = error.expected else {
      return "\(error)"
    }
    return "\(BridgeError(.argument, "expected \(expected)", method: error.method))"
  }

  /// The name of the code, the message, and the stack of the page's error.
  public var description: String {
    let place = method.map { " in \"\($0)\"" } ?? ""
    return "\(code)\(place): \(message)" + (stack.map { "\n\($0)" } ?? "")
  }
}

extension BridgeError {
  /// A kind of failure.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String {
      case noSuchMethod, argument, synchronousOnly, callbackOnly, thrown, result, dropped, malformed, timeout, tooLarge
      case pageGone, pageThrew, pageBehind, returnTypeMismatch, deadlock, shutdown
      case notFound, interrupted, unreachable
    }

    private let name: Name

    /// The name in the wire protocol, such as `noSuchMethod`.
    public var description: String { name.rawValue }

    /// The function was found neither in an interface nor in the page.
    public static let noSuchMethod = Code(name: .noSuchMethod)
    /// The argument has the wrong type.
    public static let argument = Code(name: .argument)
    /// The function returns its result but was called with a callback.
    public static let synchronousOnly = Code(name: .synchronousOnly)
    /// The function answers through a callback but was called without one.
    public static let callbackOnly = Code(name: .callbackOnly)
    /// The Swift function has thrown an error.
    public static let thrown = Code(name: .thrown)
    /// The result cannot be encoded as JSON.
    public static let result = Code(name: .result)
    /// The function released its completion without a last value.
    public static let dropped = Code(name: .dropped)
    /// The text is not valid JSON, or violates the protocol.
    public static let malformed = Code(name: .malformed)
    /// The timeout passed without an answer.
    public static let timeout = Code(name: .timeout)
    /// A size limit was exceeded.
    public static let tooLarge = Code(name: .tooLarge)
    /// The page was closed, or showed another document, before it answered.
    public static let pageGone = Code(name: .pageGone)
    /// The page reads too slowly: its backlog is full, so the call was not sent.
    public static let pageBehind = Code(name: .pageBehind)
    /// The page's function threw, or its promise was rejected.
    public static let pageThrew = Code(name: .pageThrew)
    /// The page returned a value of a type that the caller does not expect.
    public static let returnTypeMismatch = Code(name: .returnTypeMismatch)
    /// Waiting would deadlock: the page is blocked until the Swift function that makes this call returns.
    public static let deadlock = Code(name: .deadlock)
    /// The server is shutting down: the call arrived too late, was not answered in time, or its sequence was cut off.
    public static let shutdown = Code(name: .shutdown)
    /// The fleet has no such web view, or no process serves the interface. The call has not run.
    public static let notFound = Code(name: .notFound)
    /// The connection to the other server was lost, or that server has ended. The call may have run.
    public static let interrupted = Code(name: .interrupted)
    /// The fleet's Redis cannot be reached, or too many calls are pending. The call has not run.
    public static let unreachable = Code(name: .unreachable)

    /// Returns the code with this name, or nil for an unknown name.
    static func named(_ name: String) -> Code? { Name(rawValue: name).map { Code(name: $0) } }
  }
}

extension BridgeError {
  /// Wraps any error. A `BridgeError` is kept unchanged. Any other error is wrapped with the code ``Code/thrown`` and
  /// with its `errorDescription` or description as the message.
  ///
  /// A Foundation error is described by its localized description only. If a type has no description of its own, and
  /// one of its members is a file path or a Foundation error, only the type's name is used. A page thus never receives
  /// a path on the server's disk.
  public init(wrapping error: any Error) {
    if let error = error as? BridgeError {
      self = error
    } else {
      self.init(.thrown, BridgeError.words(of: error))
      thrownCode = (error as? any CodedError)?.writtenCode
    }
  }

  /// Returns whether a page receives only a part of the error's description. The full description is then in the log.
  static func isAbridged(_ error: any Error) -> Bool {
    guard !(error is BridgeError), (error as? any LocalizedError)?.errorDescription == nil else { return false }
    return words(of: error) != String(describing: error)
  }

  /// Returns the description of an error that may be sent to a page.
  static func words(of error: any Error) -> String {
    if let words = (error as? any LocalizedError)?.errorDescription { return words }
    let text = String(describing: error)
    // The descriptions of Foundation's errors (NSError, CocoaError, POSIXError, URLError) begin with this mark. They
    // include everything that the errors contain, such as file paths.
    guard !text.hasPrefix(foundationMark) else { return sentence(of: error) }
    let type: Any.Type = type(of: error)
    let hasOwnWords = type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
    let isTelling = [foundationMark, "file://", "\"/"].contains { text.contains($0) }
    return hasOwnWords || !isTelling ? text : String(text.prefix { $0 != "(" })
  }

  private static let foundationMark = "Error Domain="

  /// Returns Foundation's description without its constant first sentence, if another sentence follows.
  private static func sentence(of error: any Error) -> String {
    let text = error.localizedDescription
    let rest = text.trimmingPrefix("The operation could not be completed. ")
    return rest.isEmpty || rest.hasPrefix("(") ? text : String(rest)
  }
}

extension BridgeError {
  private struct Failure: Codable {
    var kind: String
    var message: String
    var code: JSON?
    var method: String?
    var callback: String?
    var expected: String?
    var got: String?
  }

  /// Returns the error in the JSON format of a `fail` line (docs/guides/protocol.md, section 5).
  /// - Parameters:
  ///   - method: the method as the page wrote it; nil to use the error's ``method``.
  ///   - callback: the name of the page's callback that is waiting for an answer, if there is one.
  package func json(method: String? = nil, callback: String? = nil) -> JSON {
    let failure = Failure(
      kind: code.description, message: message, code: thrownCode, method: method ?? self.method, callback: callback,
      expected: expected, got: got)
    // Encoding strings and JSON cannot fail.
    return (try? JSONSerializer().encode(failure)) ?? #"{"kind":"thrown","message":""}"#
  }

  /// Creates an error from the JSON that ``json(method:callback:)`` has produced in another process. An unknown kind
  /// becomes ``Code/thrown``.
  package init(ofFailure json: JSON) {
    guard let failure = try? JSONSerializer().decode(Failure.self, from: json) else {
      self.init(.malformed, "The other server sent an error that cannot be read.")
      return
    }
    self.init(Code.named(failure.kind) ?? .thrown, failure.message, method: failure.method)
    (thrownCode, expected, got) = (failure.code, failure.expected, failure.got)
  }

  private struct PageFailure: Decodable {
    var message: String?
    var name: String?
    var stack: String?
    var code: String?
  }

  /// Creates an error from the JSON of a `throw` line: `{"message":…,"name":…,"stack":…,"code":"notFound"?}`.
  package init(ofPage json: JSON) {
    guard json.bytes.count <= WireLimits.failure else {
      self.init(
        .pageThrew, "The page threw an error of \(json.bytes.count) bytes. The limit is \(WireLimits.failure) bytes.")
      return
    }
    guard let failure = try? JSONSerializer().decode(PageFailure.self, from: json) else {
      self.init(.pageThrew, "The page threw \(json).")
      return
    }
    let message = failure.message ?? ""
    if failure.code?.hasSameBytes(as: "notFound") == true {
      self.init(.noSuchMethod, message)
      return
    }
    self.init(.pageThrew, failure.name.map { message.isEmpty ? $0 : "\($0): \(message)" } ?? message)
    stack = failure.stack.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// An error with a code that a page can test: `error.code` in JavaScript, usually a number or a string.
///
///     enum PrinterError: String, CodedError {
///       case outOfPaper, jammed
///     }
///
/// Errors that do not conform reach the page with the code `"thrown"`. The message is sent in both cases.
public protocol CodedError: Error {
  /// The type of the code. A code that cannot be encoded as JSON is not sent to the page.
  associatedtype Code: Encodable & Sendable
  /// The code.
  var code: Code { get }
}

extension CodedError where Self: RawRepresentable, RawValue: Encodable & Sendable {
  /// The raw value, which is the code by default.
  public var code: RawValue { rawValue }
}

extension CodedError {
  /// The code as JSON; nil if it cannot be encoded.
  var writtenCode: JSON? { try? JSONSerializer().encode(code) }
}
