import Foundation

/// A probe that determines the members of a `Decodable` type by decoding the type once. The decoder provides a
/// placeholder value for every requested member, and records the requests.
struct Probe {
  let types: TypeScriptTypes
  /// The nesting depth: the number of types that are currently being decoded, each as a member of the previous type.
  var depth = 0
  private static let deepest = 16

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
    if let zero = (type as? any FixedWidthInteger.Type)?.zero as? T { return zero }
    if let plain = TypeScriptTypes.plain[ObjectIdentifier(type)]?.example as? T { return plain }
    if let empty = (type as? any TypeScriptContainer.Type)?.example as? T { return empty }
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
