import WebServer

/// Requests on the port of a remote snippet.
extension RequestRouter {
  /// What they are passed on by; nil where they are not. The bridge's own paths stay its own.
  func remote(for request: ServerRequest) -> RemoteProxy? {
    guard let remote = remotes[request.listener], !BridgePath.isOfBridge(request.path) else { return nil }
    return remote
  }

  /// A navigation of its pages is asked about first, like one to a document. Frames and forms of other origins are the
  /// target's business.
  func forward(_ request: ServerRequest, to remote: RemoteProxy) -> RequestAction {
    guard request.isNavigation, !request.isForeign(to: trust), let url = request.url else {
      return .forward(remote.forwarded(request))
    }
    let session = session(of: request)
    let isAsked =
      registry.redeemPass(to: NavigationTarget(request), session: session)
      ? nil : registry.interceptor(session: session, referrer: request.headers[.referer])
    guard let interceptor = isAsked else { return .forward(forwarded(request, to: remote, of: session)) }
    return .decide { request, pending in
      ask(interceptor, .url(url)) { isHandled in
        if isHandled {
          pending.send(ServerResponse(.noContent))
        } else {
          pending.forward(forwarded(request, to: remote, of: session))
        }
      }
    }
  }

  private func forwarded(_ request: ServerRequest, to remote: RemoteProxy, of session: String?) -> ForwardedRequest {
    remote.forwarded(request) { registry.answers(request, of: session, with: $0) }
  }
}
