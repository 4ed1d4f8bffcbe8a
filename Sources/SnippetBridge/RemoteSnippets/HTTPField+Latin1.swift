import HTTPTypes

extension HTTPField {
  /// Its bytes, each as a character: no two values are the same text, and none is changed on the way.
  var latin1: String {
    withUnsafeBytesOfValue { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }

  /// The inverse.
  init(_ name: HTTPField.Name, latin1 text: String) {
    self.init(name: name, value: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
