import HTTPTypes
import SnippetBridgeWebServer

/// The translation of the target's response for the browser.
extension SitePassage {
  struct Response {
    var fields: [HTTPField] = []
    /// Whether a policy of the page prevents all scripts from running, including the page script.
    var isSandboxed = false
  }

  /// Returns the translated response for the browser.
  /// - Parameter fields: The target's header fields in their original order, without hop-by-hop fields.
  func response(_ fields: [HTTPField], status: Int, content: Content) -> Response {
    var response = Response()
    response.fields.reserveCapacity(fields.count + 2)
    for field in fields { take(field, status: status, content, &response) }
    if kind == .document, status != 304 || fields.contains(where: { $0.name == .contentSecurityPolicy }) {
      response.fields.append(HTTPField(name: .contentSecurityPolicy, value: ownPolicy))
    }
    // The same URL has different content depending on whether a browser shows the page or a script fetches it.
    // Therefore, tell caches to store these variants separately.
    let isHTML = fields.contains { $0.name == .contentType && MediaTypeField($0.value).name == "text/html" }
    if content != .same || isHTML {
      let difference = kind == .serviceWorker ? "Service-Worker" : "Sec-Fetch-Dest, Upgrade-Insecure-Requests"
      response.fields.append(HTTPField(name: .vary, value: difference))
    }
    return response
  }

  private func take(_ field: HTTPField, status: Int, _ content: Content, _ response: inout Response) {
    let isChanged = content != .same
    switch field.name.canonicalName {
    // These fields are intended for the target's host. Browsers would apply them to this server's host, so remove them.
    case "strict-transport-security", "alt-svc", "public-key-pins", "expect-ct": return
    case "x-frame-options" where kind == .document: return
    case "location", "content-location", "access-control-allow-origin":
      response.fields.append(HTTPField(field.name, latin1: origins.toOwn(field.latin1)))
    case "refresh": response.fields.append(HTTPField(field.name, latin1: refresh(field.latin1)))
    case "set-cookie":
      guard let cookie = cookies.toBrowser(field.latin1) else { return }
      response.fields.append(HTTPField(.setCookie, latin1: cookie))
    case "clear-site-data": clear(field, &response)
    case "content-security-policy", "content-security-policy-report-only":
      guard kind == .document else { return response.fields.append(field) }
      if SitePolicies.isSandboxed(field.value) { response.isSandboxed = true }
      if let amended = policies.amended(field.latin1) {
        response.fields.append(HTTPField(field.name, latin1: amended))
      }
    case "etag":
      let isMarked = isChanged || status == 304 && kind != .other
      response.fields.append(isMarked ? HTTPField(name: .eTag, value: tags.marked(field.value)) : field)
    // These fields describe the target's body, so they are not valid if this server changes the body.
    case "content-encoding", "last-modified", "accept-ranges", "content-md5", "digest", "content-digest", "repr-digest":
      if !isChanged { response.fields.append(field) }
    default: response.fields.append(field)
    }
  }

  /// Translates the URL in a `Refresh` header such as `5; url=http://target/`, with or without `url=` and quotes
  /// (WHATWG HTML, "shared declarative refresh steps").
  private func refresh(_ value: String) -> String {
    guard let start = value.prefixMatch(of: /[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?(["']?)/.ignoresCase()) else {
      return value
    }
    let rest = value[start.range.upperBound...]
    let address = start.1.isEmpty ? rest : rest.prefix { !start.1.contains($0) }
    return value[..<address.startIndex] + origins.toOwn(String(address)) + value[address.endIndex...]
  }

  /// Translates `Clear-Site-Data`. If the target wants to clear cookies, the response deletes the cookies of the target
  /// that the request contains, because the header would make browsers delete the bridge's cookies too.
  private func clear(_ field: HTTPField, _ response: inout Response) {
    var kinds = field.value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    let isOfCookies = kinds.contains("\"cookies\"") || kinds.contains("\"*\"")
    if kinds.contains("\"*\"") { kinds += ["\"cache\"", "\"storage\""] }
    kinds.removeAll { $0 == "\"cookies\"" || $0 == "\"*\"" }
    if !kinds.isEmpty { response.fields.append(HTTPField(name: field.name, value: kinds.joined(separator: ", "))) }
    guard isOfCookies else { return }
    for ending in cookies.endings(of: requestCookies) { response.fields.append(HTTPField(.setCookie, latin1: ending)) }
  }
}
