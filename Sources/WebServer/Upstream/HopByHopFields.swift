import HTTPTypes

/// Fields that are about one connection, and are not passed on (RFC 9110, section 7.6.1).
enum HopByHopFields {
  private static let names: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authenticate", "proxy-authorization", "content-length", "expect", "http2-settings",
  ]

  /// The fields without these, without those that `Connection` names, and without the ones that say where a body ends:
  /// who writes the message says that.
  static func removed(from fields: ReceivedFields) -> [HTTPField] {
    let options = fields[.connection].map { Set($0.lowercased().listElements) }
    return fields.list.filter { field in
      let name = field.name.canonicalName
      return !names.contains(name) && options?.contains(name) != true
    }
  }
}
