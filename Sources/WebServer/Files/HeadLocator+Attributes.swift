extension HeadLocator {
  /// The part of a tag after its name (WHATWG HTML 13.2.5.32 to 13.2.5.40).
  enum Attributes {
    case beforeName
    case name
    case afterName
    case beforeValue
    case value(quote: UInt8)
    case unquotedValue
    /// After a closing quote, or after a `/`: both read on as before a name.
    case afterValue

    /// nil when `byte` ends the tag.
    func after(_ byte: UInt8) -> Attributes? {
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
      switch self {
      case .value(let quote):
        return byte == quote ? .afterValue : self
      case .beforeValue where isSpace:
        return self
      case .beforeValue where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
        return .value(quote: byte)
      case _ where byte == UInt8(ascii: ">"):
        return nil
      case .beforeValue:
        return .unquotedValue
      case .unquotedValue:
        return isSpace ? .beforeName : self
      case .name, .afterName:
        if byte == UInt8(ascii: "=") { return .beforeValue }
        if byte == UInt8(ascii: "/") { return .afterValue }
        return isSpace ? .afterName : .name
      case .beforeName, .afterValue:
        // Here "=" begins a name.
        return isSpace ? .beforeName : byte == UInt8(ascii: "/") ? .afterValue : .name
      }
    }
  }
}
