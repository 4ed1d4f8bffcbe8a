/// A type that is decoded and encoded without Foundation. Using a `JSONDecoder` for one integer costs more than the
/// whole rest of a call.
protocol DirectJSON {
  /// Reads one value. Throws ``JSONMismatch`` for a value of another type, and ``BridgeError`` for a text that is not
  /// valid JSON.
  static func read(from reader: inout JSONReader) throws -> Self

  /// Appends the value, without control characters. Throws ``BridgeError`` for a value that JSON cannot represent.
  func write(to bytes: inout [UInt8]) throws
}

extension DirectJSON {
  /// Reads a whole text.
  /// - Parameter isValid: Whether the text is known to be valid JSON.
  static func read(whole json: JSON, isValid: Bool = false) throws(BridgeError) -> Self {
    do {
      var reader = JSONReader(json)
      let value = try read(from: &reader)
      try reader.expectEnd()
      return value
    } catch let mismatch as JSONMismatch {
      throw mismatch.error(of: json, as: Self.self, isValid: isValid)
    } catch {
      throw BridgeError(wrapping: error)
    }
  }

  func written() throws -> JSON {
    var bytes: [UInt8] = []
    try write(to: &bytes)
    return JSON(bytes: bytes)
  }
}

/// The coding functions of a type. They are looked up once, when an exposed function is bound, because testing a type
/// for a conformance costs more than decoding an integer.
extension DirectJSON {
  /// A function of the type `(JSON) throws -> Self` that decodes an argument.
  static var reader: Any {
    { (json: JSON) throws -> Self in
      do throws(BridgeError) { return try read(whole: json) } catch { throw error.ofArgument(json) }
    }
  }

  /// A function of the type `(Self, inout [UInt8]) throws -> Void` that encodes a value.
  static var writer: Any {
    { (value: Self, bytes: inout [UInt8]) throws in try value.write(to: &bytes) }
  }
}

extension DirectJSON where Self: FixedWidthInteger {
  static func read(from reader: inout JSONReader) throws -> Self { try reader.integer(Self.self) }

  func write(to bytes: inout [UInt8]) throws { bytes.append(decimal: self) }
}

extension Int: DirectJSON {}
extension Int8: DirectJSON {}
extension Int16: DirectJSON {}
extension Int32: DirectJSON {}
extension Int64: DirectJSON {}
extension UInt: DirectJSON {}
extension UInt8: DirectJSON {}
extension UInt16: DirectJSON {}
extension UInt32: DirectJSON {}
extension UInt64: DirectJSON {}

extension Bool: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Bool { try reader.bool() }

  func write(to bytes: inout [UInt8]) throws { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
}

extension Double: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Double { try reader.double() }

  /// Appends the shortest text that JavaScript reads back as the same value.
  func write(to bytes: inout [UInt8]) throws {
    guard isFinite else { throw BridgeError(.result, "JSON cannot represent \(self).") }
    if let integer = Int(exactly: self), integer.magnitude < 1 << 53, self != 0 {
      bytes.append(contentsOf: String(integer).utf8)
    } else if self == 0 {
      bytes.append(contentsOf: (sign == .minus ? "-0" : "0").utf8)
    } else {
      bytes.append(contentsOf: description.utf8)
    }
  }
}

extension Float: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Float { try reader.float() }

  /// Appends the shortest text that identifies this value as a `Float`: 0.1, not 0.10000000149011612.
  func write(to bytes: inout [UInt8]) throws {
    guard isFinite else { throw BridgeError(.result, "JSON cannot represent \(self).") }
    bytes.append(contentsOf: description.utf8)
  }
}

extension String: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> String { try reader.string() }

  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = self
    text.withUTF8 { bytes.appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension [UInt8] {
  /// Appends the text of a JSON string (RFC 8259, section 7): quotes, backslashes and control characters must be
  /// escaped, other characters need not be.
  fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = text.startIndex
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(contentsOf: text[plain..<index])
      plain = index + 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: append(contentsOf: "\\n".utf8)
      case 0x0D: append(contentsOf: "\\r".utf8)
      case 0x09: append(contentsOf: "\\t".utf8)
      default: append(contentsOf: ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8)
      }
    }
    append(contentsOf: text[plain...])
  }
}

extension Optional: DirectJSON where Wrapped: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Wrapped? {
    reader.skip(word: "null") ? nil : try Wrapped.read(from: &reader)
  }

  func write(to bytes: inout [UInt8]) throws {
    guard let self else { return bytes.append(contentsOf: "null".utf8) }
    try self.write(to: &bytes)
  }
}

extension Array: DirectJSON where Element: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> [Element] {
    var elements: [Element] = []
    try reader.array { reader, index in
      elements.append(try Element.read(from: &reader, below: "[\(index)]"))
    }
    return elements
  }

  func write(to bytes: inout [UInt8]) throws {
    try bytes.appendArray(self) { try $0.write(to: &$1) }
  }
}

extension Dictionary: DirectJSON where Key == String, Value: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> [String: Value] {
    var members: [String: Value] = [:]
    try reader.object { reader, key in
      members[key] = try Value.read(from: &reader, below: ".\(key)")
    }
    return members
  }

  func write(to bytes: inout [UInt8]) throws {
    try bytes.appendObject(self) { try $0.write(to: &$1) }
  }
}

extension [UInt8] {
  /// Appends a JSON array. `write` appends one element. Inlined, so that no closure is called.
  @inline(__always)
  mutating func appendArray<E>(_ elements: [E], _ write: (E, inout [UInt8]) throws -> Void) rethrows {
    append(UInt8(ascii: "["))
    for index in elements.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      try write(elements[index], &self)
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends a JSON object. `write` appends one value. Inlined, so that no closure is called.
  @inline(__always)
  mutating func appendObject<V>(_ members: [String: V], _ write: (V, inout [UInt8]) throws -> Void) throws {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      key.write(to: &self)
      append(UInt8(ascii: ":"))
      try write(value, &self)
    }
    append(UInt8(ascii: "}"))
  }
}

extension DirectJSON {
  /// Reads a value. `place` describes the value's position; the expression is evaluated only if there is an error.
  fileprivate static func read(from reader: inout JSONReader, below place: @autoclosure () -> String) throws -> Self {
    do {
      return try read(from: &reader)
    } catch var mismatch as JSONMismatch {
      mismatch.path.insert(place(), at: 0)
      throw mismatch
    }
  }
}
