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
    // Only instances of classes are tested for Foundation's classes. To test an array, Foundation would bridge it
    // together with all arrays inside it.
    if type(of: value) is AnyClass, let object = value as? NSObject, let content = Self(objectOfFoundation: object) {
      self = content
      return
    }
    switch value {
    case let value as any Encodable: self = .encodable(value)
    case let value as [Any]: self = .array(value)
    case let value as [String: Any]: self = .object(value)
    case let value as Substring: self = .encodable(String(value))
    case let value as Character: self = .encodable(String(value))
    default: self = .other(type(of: value))
    }
  }

  /// Classifies an object of a class whose values `JSONSerialization` and other functions of Foundation return. Returns
  /// nil for an object of another class.
  private init?(objectOfFoundation object: NSObject) {
    // The types of Swift also match the objects that are bridged to them.
    switch object as Any {
    case is NSNull: self = .null
    case let number as NSNumber: self = .encodable(number.scalar)
    case let text as String: self = .encodable(text)
    case let date as Date: self = .encodable(date)
    case let url as URL: self = .encodable(url)
    case let array as NSArray: self = .array(array.map { $0 })
    case let dictionary as NSDictionary:
      self = (dictionary as? [String: Any]).map { .object($0) } ?? .other(NSDictionary.self)
    default: return nil
    }
  }
}

extension NSNumber {
  /// The number as a value of the type from which it was created, as far as JSON distinguishes these types.
  fileprivate var scalar: any Encodable {
    // JSONEncoder writes the decimal number NaN as `NaN`, which is not JSON. It refuses a `Double`.
    if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.isNaN ? Double.nan : decimal.decimalValue }
    return switch UInt8(bitPattern: objCType.pointee) {
    // On Linux, numbers of type `Int8` have another type.
    case UInt8(ascii: "c"): boolValue
    case UInt8(ascii: "f"): floatValue
    case UInt8(ascii: "d"): doubleValue
    case UInt8(ascii: "Q"): uint64Value
    default: int64Value
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
