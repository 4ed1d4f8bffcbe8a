import HTTPTypes

extension HTTPField {
  /// The value as a string with one character per byte (Latin-1). The conversion is lossless.
  var latin1: String {
    withUnsafeBytesOfValue { bytes in String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }
  }

  /// Creates a field from a string in which each character is one byte, as in ``latin1``.
  init(_ name: HTTPField.Name, latin1 text: String) {
    self.init(name: name, value: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
