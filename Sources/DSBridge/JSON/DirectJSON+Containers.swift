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
    try reader.array(Self.self) { reader, index in
      elements.append(try Element.read(from: &reader, below: "[\(index)]"))
    }
    return elements
  }

  func write(to bytes: inout [UInt8]) throws {
    bytes.append(UInt8(ascii: "["))
    for index in indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try self[index].write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension Dictionary: DirectJSON where Key == String, Value: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> [String: Value] {
    var members: [String: Value] = [:]
    try reader.object(Self.self) { reader, key in
      members[key] = try Value.read(from: &reader, below: ".\(key)")
    }
    return members
  }

  func write(to bytes: inout [UInt8]) throws {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in self {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      try key.write(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension DirectJSON {
  /// The place is made only when it is reported.
  fileprivate static func read(from reader: inout JSONReader, below place: @autoclosure () -> String) throws -> Self {
    do {
      return try read(from: &reader)
    } catch var mismatch as JSONMismatch {
      mismatch.path.insert(place(), at: 0)
      throw mismatch
    }
  }
}
