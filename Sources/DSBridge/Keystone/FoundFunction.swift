import Foundation

/// A function, and what the short way of a call needs of it. A class, because it is handed around at every call.
final class FoundFunction {
  /// As the page wrote it.
  let name: String
  /// The same as it stood in the frame, percent-encoded.
  private let field: [UInt8]
  private let synchronous: ExposedFunction.Synchronous?
  private let direct: ExposedFunction.Direct?
  /// It may run on an event loop.
  let isImmediate: Bool

  init(_ name: String, field: [UInt8], _ function: ExposedFunction, isImmediate: Bool) {
    self.name = name
    self.field = field
    direct = function.direct
    switch function.body {
    case .synchronous(let body):
      synchronous = body
      self.isImmediate = isImmediate
    case .completing:
      synchronous = nil
      self.isImmediate = isImmediate
    case .asynchronous, .streaming:
      synchronous = nil
      self.isImmediate = false
    }
  }

  /// It returns its result.
  var isSynchronous: Bool { synchronous != nil }

  /// Whether the line calls it.
  func isCalled(by line: RawLine, of frame: PageFrame) -> Bool {
    guard line.name.count == field.count else { return false }
    return frame.bytes.withUnsafeBytes { bytes in
      let place = UnsafeRawBufferPointer(rebasing: bytes[line.name])
      return field.withUnsafeBytes { field in
        guard let left = place.baseAddress, let right = field.baseAddress else { return place.isEmpty }
        return memcmp(left, right, field.count) == 0
      }
    }
  }

  /// Calls it, and appends what it returns, written by the default serializer as the argument is read. Only for one
  /// that returns its result.
  func answer(_ json: JSON, to bytes: inout [UInt8]) throws {
    if let direct { return try direct(json, &bytes) }
    guard let synchronous else { throw BridgeError(.noSuchMethod, "\"\(name)\" does not return its result.") }
    bytes.append(contentsOf: try synchronous(Arguments(plain: json)).json.bytes)
  }
}
