extension String {
  /// It could be an id that this server has made, for a session, a web view or a ticket: 32 hexadecimal digits. What a
  /// peer sends is looked up only then.
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
