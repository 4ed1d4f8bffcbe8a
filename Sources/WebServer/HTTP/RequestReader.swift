import CLibwebsockets
import Glibc
import HTTPTypes

/// Reads a request's head out of libwebsockets. Valid during the callback that says the head is there.
struct RequestReader {
  enum Failure: Error { case malformed }

  let wsi: OpaquePointer
  let known: KnownHeaders

  /// The methods that libwebsockets knows, in the order of its LWSHUMETH constants.
  static let methods: [(method: HTTPRequest.Method, token: lws_token_indexes)] = [
    (.get, WSI_TOKEN_GET_URI), (.post, WSI_TOKEN_POST_URI), (.options, WSI_TOKEN_OPTIONS_URI),
    (.put, WSI_TOKEN_PUT_URI), (.patch, WSI_TOKEN_PATCH_URI), (.delete, WSI_TOKEN_DELETE_URI),
    (.head, WSI_TOKEN_HEAD_URI),
  ]

  /// The request without its body.
  func read(isSecure: Bool, peer: String) throws(Failure) -> Request {
    guard let (method, token) = Self.methods.first(where: { lws_hdr_total_length(wsi, $0.token) > 0 }) else {
      throw .malformed
    }
    // libwebsockets decodes the target while it parses, and takes "&" and ";" out, which part it into fragments.
    let parts = fragments(of: token)
    let arguments = fragments(of: WSI_TOKEN_HTTP_URI_ARGS)
    var path =
      parts.count == 1
      ? String(decoding: parts[0], as: UTF8.self)
      : String(decoding: Array(parts.joined(separator: [UInt8(ascii: "&")])), as: UTF8.self)
    guard path.hasPrefix("/"), let version = fragments(of: WSI_TOKEN_HTTP).first, !version.isEmpty else {
      throw .malformed
    }
    if hidesNUL(parts, before: arguments.first ?? version, gap: arguments.isEmpty ? 1 : 2) { path += "\0" }
    return Request(
      method: method, path: path, query: Self.query(arguments), headers: headers(),
      isSecure: isSecure, peer: peer)
  }

  /// libwebsockets stores a NUL that it decoded but does not count it, so that a path looks shorter than it is. What it
  /// stores next then lies further on than the counted bytes say.
  ///
  /// It keeps all in one buffer: each part of the path, two bytes, the next part; after the last one the query with the same
  /// gap, or the version after one byte. NULs only make it longer: what is looked at here is always inside.
  private func hidesNUL(_ parts: [[UInt8]], before next: [UInt8], gap: Int) -> Bool {
    var start: UnsafeMutablePointer<CChar>?
    var length: Int32 = 0
    guard lws_http_get_uri_and_method(wsi, &start, &length) >= 0, let start else { return true }
    var place = UnsafeRawPointer(start)
    for (index, part) in parts.enumerated() {
      guard part.withUnsafeBytes({ memcmp($0.baseAddress ?? place, place, part.count) }) == 0 else { return true }
      place += part.count + (index == parts.count - 1 ? gap : 2)
    }
    let isNext = next.withUnsafeBytes { memcmp($0.baseAddress ?? place, place, next.count) } == 0
    return !isNext || place.load(fromByteOffset: next.count, as: UInt8.self) != 0
  }

  var isHTTP11: Bool { text(of: WSI_TOKEN_HTTP) == "HTTP/1.1" }

  /// The values of a header, as many as there were.
  func values(of token: lws_token_indexes) -> [String] {
    fragments(of: token).map { Self.trimmed($0) }
  }

  func text(of token: lws_token_indexes) -> String {
    let values = values(of: token)
    return values.count == 1 ? values[0] : values.joined(separator: ", ")
  }

  private func headers() -> HTTPFields {
    var fields = HTTPFields()
    for header in known.known where lws_hdr_total_length(wsi, header.token) > 0 {
      let values = values(of: header.token)
      if values.count == 1, header.name != .cookie {
        // Faster; but cookies would be taken apart.
        fields[header.name] = values[0]
      } else {
        for value in values { fields.append(HTTPField(name: header.name, value: value)) }
      }
    }
    for header in known.custom {
      if let value = custom(header.key) { fields.append(HTTPField(name: header.name, value: value)) }
    }
    return fields
  }

  private func custom(_ key: String) -> String? {
    let length = lws_hdr_custom_length(wsi, key, Int32(key.utf8.count))
    guard length >= 0 else { return nil }
    let bytes = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { buffer -> [UInt8] in
      guard let start = buffer.baseAddress else { return [] }
      let count = lws_hdr_custom_copy(wsi, start, length + 1, key, Int32(key.utf8.count))
      return count < 0 ? [] : Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    return Self.trimmed(bytes)
  }

  private func fragments(of token: lws_token_indexes) -> [[UInt8]] {
    var found: [[UInt8]] = []
    while true {
      let index = Int32(found.count)
      let length = lws_hdr_fragment_length(wsi, token, index)
      let bytes = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { buffer -> [UInt8]? in
        guard let start = buffer.baseAddress else { return nil }
        // "dst: … must be large enough for the fragment and a NUL"; negative when there is no such fragment.
        let count = lws_hdr_copy_fragment(wsi, start, length + 1, token, index)
        return count < 0 ? nil : Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
      }
      guard let bytes else { return found }
      found.append(bytes)
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var slice = bytes[...]
    while let first = slice.first, isBlank(first) { slice.removeFirst() }
    while let last = slice.last, isBlank(last) { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }

  private static func query(_ arguments: [[UInt8]]) -> String? {
    if arguments.isEmpty { return nil }
    // libwebsockets puts "/" where a target ends with "?": somebody who really sends "?/" is read wrongly.
    if arguments == [[UInt8(ascii: "/")]] { return "" }
    return encode(arguments)
  }

  /// Percent-encodes what libwebsockets decoded, so that a query means what its sender meant; not always the same bytes.
  private static func encode(_ arguments: [[UInt8]]) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'()*,:@/?=".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for (index, argument) in arguments.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      for byte in argument {
        if plain.contains(byte) {
          text.append(byte)
        } else {
          text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
