import Foundation

/// A probe that determines the members of a `Decodable` type by decoding the type once. The decoder provides a
/// placeholder value for every requested member, and records the requests.
struct Probe {
  let types: TypeScriptTypes
  /// The nesting depth: the number of types that are currently being decoded, each as a member of the previous type.
  private let depth: Int
  private static let deepest = 16

  init(types: TypeScriptTypes) {
    self.init(types: types, depth: 0)
  }

  private init(types: TypeScriptTypes, depth: Int) {
    self.types = types
    self.depth = depth
  }

  /// Returns the TypeScript type of the JSON that `type` decodes. Throws the error of its `init(from:)`.
  func type<T: Decodable>(of type: T.Type) throws -> TypeScriptType {
    let notes = ProbeNotes()
    do {
      _ = try value(of: type, notes: notes)
    } catch {
      // If a type has decoded a single value, its TypeScript type is known, even if the type rejects the placeholder,
      // as an enum of strings does.
      guard let single = notes.single else { throw error }
      return single
    }
    return try notes.type()
  }

  private func value<T: Decodable>(of type: T.Type, notes: ProbeNotes) throws -> T {
    guard depth < Probe.deepest else { throw ProbeFailure("it contains itself") }
    return try T(from: ProbeDecoder(probe: Probe(types: types, depth: depth + 1), notes: notes, codingPath: []))
  }

  /// Returns a placeholder value.
  func example<T: Decodable>(of type: T.Type) throws -> T {
    if let plain = Probe.plain(type) as? T { return plain }
    if let empty = (type as? any ProbeExample.Type)?.example as? T { return empty }
    if let listed = (type as? any CaseIterable.Type).flatMap({ Probe.first(of: $0) }) as? T { return listed }
    do {
      return try value(of: type, notes: ProbeNotes())
    } catch let failure as ProbeFailure {
      throw failure
    } catch {
      throw ProbeFailure("\(SwiftName.of(type)) has no example value: \(ProbeFailure.reason(of: error))")
    }
  }

  private static func first<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }

  private static func plain(_ type: Any.Type) -> Any? {
    switch type {
    case is Bool.Type: false
    case is String.Type: ""
    case is Double.Type: 0.0
    case is Float.Type: Float(0)
    case let integer as any FixedWidthInteger.Type: zero(integer)
    case is Decimal.Type: Decimal(0)
    case is URL.Type: URL(filePath: "/")
    case is Date.Type: Date(timeIntervalSince1970: 0)
    case is UUID.Type: UUID()
    case is Data.Type: Data()
    case is JSON.Type: JSON.null
    default: nil
    }
  }

  private static func zero<T: FixedWidthInteger>(_ type: T.Type) -> Any { T.zero }
}

/// The reason why a type cannot be probed.
struct ProbeFailure: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  static func reason(of error: any Error) -> String {
    switch error {
    case let error as ProbeFailure: error.reason
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.debugDescription.trimmingCharacters(in: .whitespaces)
    default: "\(error)"
    }
  }
}

/// A generic type with an example value that contains no values of its type arguments, such as an empty array.
protocol ProbeExample {
  static var example: Self? { get }
}

extension Optional: ProbeExample {
  static var example: Self? { .some(nil) }
}

extension Array: ProbeExample {
  static var example: Self? { [] }
}

extension Set: ProbeExample {
  static var example: Self? { [] }
}

extension Dictionary: ProbeExample {
  static var example: Self? { [:] }
}

extension JSONValue: ProbeExample {
  static var example: Self? {
    JSONValue(content: [String: Any]()) ?? JSONValue(content: [Any]()) ?? JSONValue(content: nil)
  }
}
