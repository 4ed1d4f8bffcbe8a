import DSBridge
import DSBridgeLocks
import DSBridgeText
import Foundation

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
    "credential", "apikey", "privatekey", "accesskey", "bearer", "pincode", "cardnumber", "creditcard", "sessionid",
    "sessid",
  ]
  /// The words that make a name secret only if they are a whole part of it.
  private let names: Set<String> = [
    "pin", "cvc", "cvv", "iban", "card", "pwd", "otp", "totp", "jwt", "session", "sid", "csrf", "xsrf",
    "pass", "auth", "signature",
  ]
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
      || Self.parts(of: name).contains { part in
        // `pin1`, `pins`
        var word = part.lowercased()
        while word.last?.isNumber == true { word.removeLast() }
        return names.contains(word) || word.last == "s" && names.contains(String(word.dropLast()))
      }
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
    guard let copy = try? MaskedCopy(of: json, isSecret: isSecret, masking: self) else {
      return "\"(\(json.count) bytes that are not JSON)\""
    }
    return texts.reduce(String(peer: copy.output)) { text, secret in
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

/// A copy of a JSON text without its secrets and without whitespace between tokens.
private struct MaskedCopy {
  private let masking: Masking
  private(set) var output: [UInt8] = []

  /// Creates the copy. Throws if the text is not JSON.
  init(of json: ArraySlice<UInt8>, isSecret: Bool, masking: Masking) throws {
    self.masking = masking
    output.reserveCapacity(json.count)
    var reader = JSONReader(JSON(bytes: json))
    try value(from: &reader, isSecret: isSecret)
    try reader.expectEnd()
  }

  private mutating func value(from reader: inout JSONReader, isSecret: Bool) throws {
    let first = reader.peek()
    let start = reader.index
    switch first {
    case UInt8(ascii: "{") where !isSecret:
      var end = start
      output.append(UInt8(ascii: "{"))
      try reader.object { reader, name in
        if end > start { output.append(UInt8(ascii: ",")) }
        let text = reader.bytes[end..<reader.index].drop { $0 != UInt8(ascii: "\"") }
        output += text.prefix(through: text.lastIndex(of: UInt8(ascii: "\"")) ?? text.startIndex)
        output.append(UInt8(ascii: ":"))
        try value(from: &reader, isSecret: masking.isSecret(name))
        end = reader.index
      }
      output.append(UInt8(ascii: "}"))
    case UInt8(ascii: "[") where !isSecret:
      output.append(UInt8(ascii: "["))
      try reader.array { reader, index in
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try value(from: &reader, isSecret: false)
      }
      output.append(UInt8(ascii: "]"))
    default:
      try reader.skipValue()
      let isWord = [UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n")].contains(first)
      if isSecret, !isWord {
        output += Masking.maskJSON.utf8
      } else {
        copy(reader.bytes[start..<reader.index])
      }
    }
  }

  /// Copies a value. Replaces the secrets in a string: the values of parameters, the password of a URL, and the secrets
  /// of JSON in the string.
  private mutating func copy(_ value: ArraySlice<UInt8>) {
    let signs: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "{")]
    // In JSON, each of these characters may be escaped.
    guard value.first == UInt8(ascii: "\""), value.contains(where: { signs.contains($0) || $0 == UInt8(ascii: "\\") }),
      let text = try? JSONSerializer().decode(String.self, from: JSON(bytes: value))
    else { return output += value }
    let bytes = Array(text.utf8)
    var masked = Self.withoutSecrets(bytes[...], masking)
    if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes.first ?? 0),
      let copy = try? MaskedCopy(of: bytes[...], isSecret: false, masking: masking)
    {
      masked = copy.output
    }
    guard masked != bytes, let json = try? JSONSerializer().encode(String(peer: masked)) else { return output += value }
    output += json.bytes
  }

  /// Returns a text without the passwords of URLs, `//user:password@host`, and the values of secret parameters.
  private static func withoutSecrets(_ text: ArraySlice<UInt8>, _ masking: Masking) -> [UInt8] {
    var output: [UInt8] = []
    var rest = text
    // The name of a parameter begins after one of these characters, and its value ends before one.
    let separators = Array("?&;# \"\n".utf8)
    while let sign = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }) {
      let before = rest[..<sign]
      let start = before.lastIndex(where: separators.contains).map { $0 + 1 } ?? rest.startIndex
      if rest[sign] == UInt8(ascii: "@") {
        let slashes = before[start...].firstRange(of: Array("//".utf8))?.upperBound
        let colon = slashes.flatMap { before[$0...].firstIndex(of: UInt8(ascii: ":")) }
        output += colon.map { before[...$0] + Masking.mask.utf8 } ?? before
        output.append(rest[sign])
        rest = rest[(sign + 1)...]
        continue
      }
      output += rest[...sign]
      rest = rest[(sign + 1)...]
      let name = String(peer: before[start...])
      guard masking.isSecret(name.removingPercentEncoding ?? name) else { continue }
      output += Masking.mask.utf8
      rest = rest[(rest.firstIndex(where: separators.contains) ?? rest.endIndex)...]
    }
    return output + rest
  }
}
