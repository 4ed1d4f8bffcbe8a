import DSBridge
import DSBridgeLocks
import DSBridgeText

/// The rules by which secrets are masked before developer tools see them.
///
/// A value is a secret if the name of its member, of its query parameter or of its function contains a word such as
/// `password`. Names are compared without regard to case, `_` and `-`.
final class Masking: Sendable {
  /// The text in place of a secret.
  static let mask = "•••"
  static let maskJSON = "\"•••\""

  /// The words that make a name secret wherever they occur in it.
  private static let usualWords = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "ticket", "authorization", "cookie",
    "credential", "apikey", "privatekey",
  ]
  /// The words that make a name secret only if they are a whole part of it.
  private let names: Set<String> = ["pin", "cvc", "cvv", "iban"]
  private let words: [String]
  /// The secrets that are replaced in every text, such as the server's token.
  private let texts: [String]
  /// The results of ``isSecret(_:)`` for names that have occurred. A session has few names, and each occurs often.
  private let known = Mutex<[String: Bool]>([:])
  /// The maximum number of known names.
  private static let mostKnown = 1_000

  /// Creates the rules.
  /// - Parameters:
  ///   - names: further words that make a name secret.
  ///   - texts: secrets that are replaced in every text.
  init(names: some Collection<String> = [], texts: [String] = []) {
    words = Self.usualWords + names.map(Self.plain).filter { !$0.isEmpty }
    self.texts = texts.filter { !$0.isEmpty }
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" })
  }

  /// Returns whether a name makes its value a secret. The parts of a name count too: `till.pin`, `newPin`, `new_pin`.
  func isSecret(_ name: String) -> Bool {
    if let isSecret = known.withLock({ $0[name] }) { return isSecret }
    let plain = Self.plain(name)
    let isSecret =
      words.contains { plain.utf8.firstRange(of: $0.utf8) != nil }
      || Self.parts(of: name).contains { names.contains($0.lowercased()) }
    guard name.utf8.count <= 100 else { return isSecret }
    known.withLock { known in
      if known.count >= Self.mostKnown { known = [:] }
      known[name] = isSecret
    }
    return isSecret
  }

  private static func parts(of name: String) -> [String] {
    var parts = [""]
    var wasLower = false
    for scalar in name.unicodeScalars.prefix(1_000) {
      let isUpper = scalar.properties.isUppercase
      let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if !isPart || isUpper && wasLower { parts.append("") }
      if isPart { parts[parts.count - 1].unicodeScalars.append(scalar) }
      wasLower = !isUpper
    }
    return parts
  }

  /// Returns a JSON text in which the secrets are replaced by `"•••"`. Text that is not JSON is replaced by its size,
  /// because secrets in it cannot be found. Numbers and strings are masked, and objects and arrays as a whole; `true`,
  /// `false` and `null` are not.
  /// - Parameter isSecret: whether the whole value is a secret, because its function has a secret name.
  func masked(_ json: ArraySlice<UInt8>, isSecret: Bool = false) -> String {
    var scanner = MaskingScanner(json, masking: self)
    guard scanner.value(isSecret: isSecret), scanner.peek() == nil else {
      return "\"(\(json.count) bytes that are not JSON)\""
    }
    return texts.reduce(String(peer: scanner.output)) { text, secret in
      text.utf8.firstRange(of: secret.utf8) == nil ? text : text.replacing(secret, with: Self.mask)
    }
  }

  /// Returns a text, such as a URL, with its secrets replaced.
  func masked(text: String) -> String {
    guard let json = try? JSONSerializer().encode(text) else { return Self.mask }
    return (try? JSONSerializer().decode(String.self, from: JSON(masked(json.bytes)))) ?? Self.mask
  }

  /// Returns the JSON of a `fail` line. A failure may quote a secret: `expected Login.pin: Int, got "1234"`.
  func masked(failure json: ArraySlice<UInt8>) -> String {
    struct Failure: Decodable {
      var expected: String?
      var got: String?
    }
    let failure = try? JSONSerializer().decode(Failure.self, from: JSON(bytes: json))
    let quotes = [failure?.expected, failure?.got].compactMap(\.self)
    return quotes.contains(where: isSecret) ? Self.maskJSON : masked(json)
  }
}

/// A pass through a JSON text that copies it and replaces secrets.
private struct MaskingScanner {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0
  private let masking: Masking
  private(set) var output: [UInt8] = []

  init(_ bytes: ArraySlice<UInt8>, masking: Masking) {
    self.bytes = bytes
    self.masking = masking
    index = bytes.startIndex
    output.reserveCapacity(bytes.count)
  }

  /// Returns the first byte of the next token, without reading it; nil at the end.
  mutating func peek() -> UInt8? {
    while index < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index < bytes.endIndex ? bytes[index] : nil
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    output.append(UInt8(ascii: byte))
    index += 1
    return true
  }

  /// Copies the next value. Returns false if it is not JSON.
  mutating func value(isSecret: Bool) -> Bool {
    let start = output.count
    guard let first = peek(), depth < 512 else { return false }
    depth += 1
    defer { depth -= 1 }
    var canBeMasked = true
    switch first {
    case UInt8(ascii: "{"): guard elements(until: "}", copy: { $0.member() }) else { return false }
    case UInt8(ascii: "["): guard elements(until: "]", copy: { $0.value(isSecret: false) }) else { return false }
    case UInt8(ascii: "\""):
      guard let text = string() else { return false }
      copy(text)
    default:
      let end =
        bytes[index...].firstIndex { [0x2C, 0x5D, 0x7D, 0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? bytes.endIndex
      let word = bytes[index..<end]
      let isWord = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      guard isWord || !word.isEmpty && word.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return false }
      canBeMasked = !isWord
      output += word
      index = end
    }
    if isSecret, canBeMasked {
      output.removeLast(output.count - start)
      output += Masking.maskJSON.utf8
    }
    return true
  }

  /// Copies an object or an array, of which the next byte is the beginning.
  private mutating func elements(until end: Unicode.Scalar, copy: (inout Self) -> Bool) -> Bool {
    output.append(bytes[index])
    index += 1
    if take(end) { return true }
    repeat { guard copy(&self) else { return false } } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    guard peek() == UInt8(ascii: "\""), let name = string() else { return false }
    output += name
    return take(":") && value(isSecret: masking.isSecret(decoded(name)))
  }

  /// Reads a string with its quotes; nil if it has no end.
  private mutating func string() -> ArraySlice<UInt8>? {
    let start = index
    index += 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return bytes[start..<index]
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private func decoded(_ name: ArraySlice<UInt8>) -> String {
    guard name.contains(UInt8(ascii: "\\")) else { return String(peer: name.dropFirst().dropLast()) }
    return (try? JSONSerializer().decode(String.self, from: JSON(bytes: name))) ?? String(peer: name)
  }

  /// Copies a string, and replaces the values of secret query parameters in it: `?token=…&`.
  private mutating func copy(_ text: ArraySlice<UInt8>) {
    var rest = text
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let separator = rest[..<equals].lastIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }
      let name = separator.map { rest[($0 + 1)..<equals] }
      output += rest[...equals]
      rest = rest[(equals + 1)...]
      guard let name, name.count <= 64, masking.isSecret(String(peer: name)) else { continue }
      let end = rest.firstIndex { [0x26, 0x23, 0x22, 0x5C, 0x20].contains($0) } ?? rest.endIndex
      output += Masking.mask.utf8
      rest = rest[end...]
    }
    output += rest
  }
}
