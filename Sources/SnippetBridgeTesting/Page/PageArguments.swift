import Foundation

/// What Swift gave a page function.
public struct PageArguments: Sendable {
  /// The JSON array as it came.
  public let json: String

  /// The argument at `index`. Throws ``TestPageError/mismatch(_:)`` when there is none or it is of another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, at index: Int) throws -> Value {
    do {
      let elements = try JSONDecoder().decode([Lenient<Value>].self, from: Data(json.utf8))
      if elements.indices.contains(index), let value = elements[index].value { return value }
    } catch {
      throw TestPageError.violation("arguments that are not an array: \(json.prefix(200))")
    }
    throw TestPageError.mismatch("expected \(type) as argument \(index), got \(json.prefix(200))")
  }

  /// All of them. Throws as ``decode(_:at:)`` does.
  public func decodeAll<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
    try PageJSON.value([Value].self, of: json)
  }

  /// nil where an element is of another type: the other arguments may be anything.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
      value = try? Value(from: decoder)
    }
  }
}
