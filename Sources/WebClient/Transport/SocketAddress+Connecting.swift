package import Platform

extension SocketAddress {
  /// A socket that is connecting, or connected. Throws ``WebClientError/unreachable(_:)`` when there is no descriptor
  /// for one, or nobody listens.
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

  /// The addresses of a server, those to try first before the others. Blocks while the name is looked up. Throws
  /// ``WebClientError/unreachable(_:)``.
  package static func ofServer(host: String, port: Int) throws -> [SocketAddress] {
    do throws(LookUpFailure) {
      return try lookUp(host: host, port: port)
    } catch {
      throw WebClientError.unreachable("\(host): \(error.reason)")
    }
  }
}
