import HTTPTypes

extension HTTPField {
  /// The value as a string with one character per byte (Latin-1). The conversion is lossless.
  var latin1: String {
    withUnsafeBytesOfValue { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }

  /// Creates a field from a string in which each character is one byte, as in ``latin1``.
  init(_ name: HTTPField.Name, latin1 text: String) {
    self.init(name: name, value: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
