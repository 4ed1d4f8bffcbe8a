import CLibwebsockets
import HTTPTypes

/// The headers that can be read back from libwebsockets: those it has a token for, and those a configuration names.
struct KnownHeaders: Sendable {
  struct Known: Sendable {
    let token: lws_token_indexes
    let name: HTTPField.Name
  }

  struct Custom: Sendable {
    /// With the colon, in lower case: so libwebsockets keeps it.
    let key: String
    let name: HTTPField.Name
  }

  let known: [Known]
  let custom: [Custom]

  init(extra: [String]) {
    var known: [Known] = []
    for value in 0..<UInt32(WSI_TOKEN_COUNT.rawValue) {
      let token = lws_token_indexes(rawValue: value)
      guard let text = lws_token_to_string(token) else { continue }
      let key = String(cString: text)
      // The others are methods ("get ") and HTTP/2's own (":path").
      guard key.hasSuffix(":"), !key.hasPrefix(":"), let name = HTTPField.Name(String(key.dropLast())) else { continue }
      known.append(Known(token: token, name: name))
    }
    self.known = known
    // Expect is ours to read: libwebsockets does not know it.
    custom = (extra + ["expect"]).compactMap { header in
      guard let name = HTTPField.Name(header.lowercased()), !known.contains(where: { $0.name == name }) else {
        return nil
      }
      return Custom(key: header.lowercased() + ":", name: name)
    }
  }
}
