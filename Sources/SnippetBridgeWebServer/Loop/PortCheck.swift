/// A check of a port that a server will use later.
package enum PortCheck {
  /// Binds the port and releases it. Throws an error that explains why a server cannot listen on the port.
  package static func run(host: String, port: Int) throws(WebServerError) {
    _ = try PortBinding.bind(host: host, port: port, loops: 1)
  }
}
