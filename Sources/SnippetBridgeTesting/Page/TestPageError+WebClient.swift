import WebClient

extension TestPageError {
  /// What the client below says, as pages say it.
  init(_ error: WebClientError) {
    self =
      switch error {
      case .unreachable(let reason): .unreachable(reason)
      case .handshake(let reason): .handshake(reason)
      case .timeout(let purpose): .timeout(waitingFor: purpose)
      case .status(let status, let body): .status(status, body: body)
      case .closed(let code, let reason): .closed(code: code, reason: reason)
      case .violation(let what), .tooLarge(let what), .request(let what): .violation(what)
      }
  }

  /// Of errors of the client below; others stay as they are.
  static func of(_ error: any Error) -> any Error {
    (error as? WebClientError).map(TestPageError.init) ?? error
  }
}

extension Inlet {
  /// One that throws ``TestPageError/timeout(waitingFor:)``.
  init(_ purpose: String, limit: Duration) {
    self.init(purpose, limit: limit) { TestPageError($0) }
  }
}

extension TLSOptions {
  init(_ access: PageAccess) {
    let trust: Trust =
      switch access.trust {
      case .system: .system
      case .certificates(let file): .certificates(file: file)
      case .anyone: .anyone
      }
    self.init(trust: trust, certificate: access.certificate.map { Certificate(file: $0.file, keyFile: $0.keyFile) })
  }
}
