import ArgumentParser

extension RemoteSnippet {
  /// As a command line names it: `shop=http://localhost:5173`, with a port `shop:8081=http://localhost:5173`.
  init(option text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    let place = (parts.first ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = place.first, let port = place.count == 2 ? Int(place[1]) : 0,
      (0...65535).contains(port)
    else {
      throw ValidationError(
        "\"\(text)\" is no remote snippet: shop=http://localhost:5173 or shop:8081=http://localhost:5173 would be one.")
    }
    self.init(name: String(name), target: String(parts[1]), port: port)
  }
}
