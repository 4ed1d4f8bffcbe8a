extension String {
  /// Whether the text has the form of an identifier that this server creates for a session, a web view or a ticket:
  /// 32 hexadecimal digits.
  ///
  /// Identifiers from a peer are looked up only if they have this form.
  var isRandomID: Bool {
    utf8.count == 32 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
