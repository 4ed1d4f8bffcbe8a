import Foundation

/// An exposed function that was found by its name, with the data for the fast path of calls
/// (``WebView/answerAsks(_:of:)``). A class, so that no data is copied when a call uses it.
final class FoundFunction {
  /// The name as the page wrote it.
  let name: String
  /// The percent-encoded name as it is in the message.
  private let field: [UInt8]
  /// The function that appends its result, encoded with the default serializer; nil if the function does
  /// not return its result.
  let answer: ExposedFunction.Direct?
  /// Whether the function may run on an event loop.
  let isImmediate: Bool

  init(_ name: String, field: [UInt8], _ function: ExposedFunction, isImmediate: Bool) {
    self.name = name
    self.field = field
    answer =
      if case .synchronous(let body) = function.body {
        function.direct ?? { $1.append(contentsOf: try body(Arguments(plain: $0)).json.bytes) }
      } else {
        nil
      }
    self.isImmediate = isImmediate && !function.isAsynchronous
  }

  /// Returns whether the line calls this function.
  func isCalled(by line: RawLine, of message: PageMessage) -> Bool {
    guard line.name.count == field.count else { return false }
    return message.bytes.withUnsafeBytes { bytes in
      let place = UnsafeRawBufferPointer(rebasing: bytes[line.name])
      return field.withUnsafeBytes { field in
        guard let left = place.baseAddress, let right = field.baseAddress else { return place.isEmpty }
        return memcmp(left, right, field.count) == 0
      }
    }
  }
}
