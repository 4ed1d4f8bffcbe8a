extension String {
  /// Whether the string has the form of the ids that this server creates for sessions, web views and tickets: 32
  /// hexadecimal digits.
  ///
  /// The server looks up an id from a peer only if the id has this form, because arbitrary Unicode text can be slow to
  /// hash and compare.
  var isRandomID: Bool {
    utf8.count == 32 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
