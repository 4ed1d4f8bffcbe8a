import Foundation

/// What Swift gave a page function.
public struct PageArguments: Sendable {
  /// The JSON array as it came.
  public let json: String

  /// The argument at `index`. Throws ``TestPageError/mismatch(_:)`` when there is none or it is of another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, at index: Int) throws -> Value {
    guard let elements = try? PageJSON.decoder.decode([Lenient<Value>].self, from: Data(json.utf8)) else {
      throw TestPageError.violation("arguments that are not an array: \(json.prefix(200))")
    }
    guard elements.indices.contains(index) else {
      throw TestPageError.mismatch("expected \(type) as argument \(index), got \(json.prefix(200))")
    }
    do {
      return try elements[index].value.get()
    } catch {
      throw PageJSON.mismatch(error, type, ignoring: 1, "as argument \(index), got \(json.prefix(200))")
    }
  }

  /// All of them. Throws as ``decode(_:at:)`` does.
  public func decodeAll<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
    try PageJSON.value([Value].self, of: json)
  }

  /// The other arguments may be anything.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      value = Result { try decoder.singleValueContainer().decode(Value.self) }
    }
  }
}
