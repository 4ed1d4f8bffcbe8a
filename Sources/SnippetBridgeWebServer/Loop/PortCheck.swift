/// Checks of ports that a server will use later.
package enum PortCheck {
  /// Binds the port and releases it. Throws an error that explains why a server cannot listen on the port.
  package static func run(host: String, port: Int) throws(WebServerError) {
    _ = try PortBinding.bind(host: host, port: port, loops: 1)
  }

  /// Returns different ports of 127.0.0.1 that are free now.
  package static func freePorts(_ count: Int) throws(WebServerError) -> [Int] {
    // All are bound at the same time, so that they differ.
    let bindings = try (0..<count).map { _ throws(WebServerError) in
      try PortBinding.bind(host: "127.0.0.1", port: 0, loops: 1)
    }
    return bindings.map(\.port)
  }
}
