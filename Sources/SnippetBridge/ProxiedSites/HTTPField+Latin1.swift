import HTTPTypes

extension HTTPField {
  /// The bytes of the value, each as one character. Different values have different texts, and the conversion loses
  /// nothing.
  var latin1: String {
    withUnsafeBytesOfValue { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }

  /// Creates a field from a text of ``latin1``.
  init(_ name: HTTPField.Name, latin1 text: String) {
    self.init(name: name, value: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
