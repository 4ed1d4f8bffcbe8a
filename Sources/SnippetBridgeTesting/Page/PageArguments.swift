import Foundation

/// The arguments that Swift passed to a page function.
public struct PageArguments: Sendable {
  /// The JSON array of arguments, as received.
  public let json: String

  /// Returns the argument at `index`. Throws ``TestPageError/mismatch(_:)`` if the argument is missing or has another
  /// type.
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

  /// Returns all arguments, decoded as one type. Throws ``TestPageError/mismatch(_:)`` if any argument has another
  /// type.
  public func decodeAll<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
    try PageJSON.value([Value].self, of: json)
  }

  /// An element of the argument array. If this element cannot be decoded, the rest of the array can still be.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      value = Result { try decoder.singleValueContainer().decode(Value.self) }
    }
  }
}
