extension String {
  /// Whether the text has the form of an identifier that this server creates for a session, a web view or a ticket:
  /// 32 hexadecimal digits.
  ///
  /// Identifiers from a peer are looked up only if they have this form.
  var isRandomID: Bool {
    utf8.count == 32
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
