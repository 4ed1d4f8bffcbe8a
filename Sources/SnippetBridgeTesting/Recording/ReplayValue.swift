import Foundation

/// A JSON value, for the comparison of recorded and received values.
enum ReplayValue: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([ReplayValue])
  case object([String: ReplayValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ReplayValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ReplayValue].self))
    }
  }

  /// Parses a JSON text. A text that is not JSON is a string.
  init(json: String) {
    self = (try? PageJSON.decoder.decode(ReplayValue.self, from: Data(json.utf8))) ?? .string(json)
  }

  /// The text that the recorder writes in place of a secret.
  static let mask = "•••"

  /// Returns the places at which a value differs from this recorded one. A masked secret equals any value.
  /// - Parameter isIgnored: A closure that returns whether the value at a path, such as `.items[0].id`, is ignored.
  func differences(to other: ReplayValue, at path: String = "", isIgnored: (String) -> Bool) -> [Difference] {
    if self == other || self == .string(Self.mask) || isIgnored(path) { return [] }
    switch (self, other) {
    case (.string(let text), .string(let new)) where text.contains(Self.mask) && Self.fits(new, masked: text): return []
    case (.array(let old), .array(let new)):
      let common = zip(old, new).enumerated().flatMap { index, pair in
        pair.0.differences(to: pair.1, at: "\(path)[\(index)]", isIgnored: isIgnored)
      }
      let further = (min(old.count, new.count)..<max(old.count, new.count)).compactMap { index -> Difference? in
        let place = "\(path)[\(index)]"
        guard !isIgnored(place) else { return nil }
        return Difference(
          path: place, old: index < old.count ? old[index] : nil, new: index < new.count ? new[index] : nil)
      }
      return common + further.prefix(1)
    case (.object(let old), .object(let new)):
      return Set(old.keys).union(new.keys).sorted().flatMap { key -> [Difference] in
        let place = "\(path).\(key)"
        guard let before = old[key], let after = new[key] else {
          return isIgnored(place) ? [] : [Difference(path: place, old: old[key], new: new[key])]
        }
        return before.differences(to: after, at: place, isIgnored: isIgnored)
      }
    default: return [Difference(path: path, old: self, new: other)]
    }
  }

  /// Returns whether a text equals a recorded one with masked parts, such as `/a?token=•••`.
  private static func fits(_ text: String, masked: String) -> Bool {
    var rest = text[...]
    let parts = masked.components(separatedBy: mask)
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(part)
      } else {
        guard let range = rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return true
  }

  /// A place at which two values differ; `nil` for a missing value.
  struct Difference: Equatable, Sendable {
    var path: String
    var old: ReplayValue?
    var new: ReplayValue?
  }
}

extension ReplayValue: CustomStringConvertible {
  /// The JSON text, cut to 200 characters.
  var description: String {
    let text = json
    return text.count <= 200 ? text : "\(text.prefix(200))…"
  }

  /// The JSON text, with sorted members.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .string(let text): (try? PageJSON.text(text)) ?? "\"\""
    case .array(let values): "[\(values.map(\.json).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\(ReplayValue.string($0.key).json):\($0.value.json)" }.joined(separator: ","))}"
    }
  }
}
