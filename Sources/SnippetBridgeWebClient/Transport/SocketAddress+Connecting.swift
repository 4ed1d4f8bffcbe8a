package import SnippetBridgePlatform

extension SocketAddress {
  /// Creates a socket and starts connecting it. Throws ``WebClientError/unreachable(_:)`` if no descriptor is left or
  /// no server listens there.
  package func startConnecting() throws -> Int32 {
    let number = SystemSocket.make(family: family)
    guard number >= 0 else { throw WebClientError.unreachable(String(cString: strerror(errno))) }
    guard withPointer({ connect(number, $0, $1) }) == 0 || errno == EINPROGRESS else {
      let reason = String(cString: strerror(errno))
      close(number)
      throw WebClientError.unreachable(reason)
    }
    return number
  }

  /// Returns the addresses of a server in the order in which to try them. Blocks during the name lookup. Throws
  /// ``WebClientError/unreachable(_:)``.
  package static func ofServer(host: String, port: Int) throws -> [SocketAddress] {
    do throws(LookUpFailure) {
      return try lookUp(host: host, port: port)
    } catch {
      throw WebClientError.unreachable("\(host): \(error.reason)")
    }
  }
}
