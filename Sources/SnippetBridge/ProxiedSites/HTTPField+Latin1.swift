import HTTPTypes

extension HTTPField {
  /// The value as a text in which each byte is one character. The conversion is lossless.
  var latin1: String {
    withUnsafeBytesOfValue { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }

  /// Creates a field from a text in the form of ``latin1``.
  init(_ name: HTTPField.Name, latin1 text: String) {
    self.init(name: name, value: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
