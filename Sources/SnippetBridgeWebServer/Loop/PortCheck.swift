/// A check of a port that a server will use later.
package enum PortCheck {
  /// Binds the port, and releases it again. Throws an error that says why a server could not listen there.
  package static func run(host: String, port: Int) throws(WebServerError) {
    _ = try PortBinding.bind(host: host, port: port, loops: 1)
  }
}
