import Foundation

/// A value whose type is known only at run time, classified by its representation in JSON.
enum AnyContent {
  case null
  case encodable(any Encodable)
  case array([Any])
  case object([String: Any])
  case other(Any.Type)

  init(_ value: Any?) {
    guard let value = value.flattened else {
      self = .null
      return
    }
    // Only instances of classes are tested for NSNull. To test an array, Foundation would bridge it together with all
    // arrays inside it.
    switch value {
    case _ where type(of: value) is AnyClass && value is NSNull: self = .null
    case let value as any Encodable: self = .encodable(value)
    case let value as [Any]: self = .array(value)
    case let value as [String: Any]: self = .object(value)
    default: self = .other(type(of: value))
    }
  }
}

/// An encoder for values whose types are known only at run time.
struct AnyWriter {
  /// The program's serializer, which encodes values other than arrays, objects and null; nil for the default one.
  var replacement: (any JSONSerializing)?

  func write(_ value: Any?, to bytes: inout [UInt8]) throws {
    switch AnyContent(value) {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .encodable(let value):
      if let replacement {
        bytes.append(contentsOf: try replacement.encode(value).bytes)
      } else if let direct = value as? any DirectJSON {
        try direct.write(to: &bytes)
      } else {
        bytes.append(contentsOf: try JSONSerializer().encode(value).bytes)
      }
    case .array(let elements): try bytes.appendArray(elements) { try write($0, to: &$1) }
    case .object(let members): try bytes.appendObject(members) { try write($0, to: &$1) }
    case .other(let type): throw BridgeError(unwritable: type)
    }
  }
}

extension BridgeError {
  init(unwritable type: Any.Type) {
    self.init(.result, "\(SwiftName.of(type)) cannot be encoded as JSON: it is not Encodable.")
  }
}
