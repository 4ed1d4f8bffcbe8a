extension HeadLocator {
  /// The part of a comment after `<!--` (WHATWG HTML 13.2.5.43 to 13.2.5.52). The states for `<` in a comment are left
  /// out: they only report errors.
  enum Comment {
    case start
    case startDash
    case inside
    case endDash
    case end
    case endBang

    /// nil when `byte` ends the comment.
    func after(_ byte: UInt8) -> Comment? {
      switch (self, byte) {
      case (.start, UInt8(ascii: ">")), (.startDash, UInt8(ascii: ">")): nil
      case (.end, UInt8(ascii: ">")), (.endBang, UInt8(ascii: ">")): nil
      case (.start, UInt8(ascii: "-")): .startDash
      case (.inside, UInt8(ascii: "-")), (.endBang, UInt8(ascii: "-")): .endDash
      case (.startDash, UInt8(ascii: "-")), (.endDash, UInt8(ascii: "-")), (.end, UInt8(ascii: "-")): .end
      case (.end, UInt8(ascii: "!")): .endBang
      default: .inside
      }
    }
  }
}
