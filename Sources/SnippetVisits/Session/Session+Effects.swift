import DSBridge
import Foundation
import Logging
import SnippetBridge
import SnippetShell

/// The inputs and outputs of a session: events of the shell and the page, and the effects of the session's state.
extension Session: VisitableDelegate {
  func receive(_ event: SharedPageEvent) {
    switch event {
    case .visit(let json):
      note("a message of the page of a session", "\(json)")
      do {
        let message = try JSONSerializer().decode(PageMessage.self, from: json)
        if message.name == .pageLoaded, case .failed? = webView?.loadingState { return }
        if message.name == .visitProposed, let url = message.url { return decide(about: message, at: url) }
        perform(state.receive(message, isResultOfPost: webView?.isResultOfPost == true))
      } catch {
        logger.warning(
          "a message of a page was ignored", metadata: ["session": "\(name)", "error": "\("\(error)".prefix(200))"])
      }
    case .component(let json): receive(component: json)
    case .navigation(let navigation): decide(about: navigation)
    case .posting(let url): perform(state.posting(url))
    case .keptDocument: perform(state.formKeptDocument())
    case .opened: perform(state.documentOpened())
    case .loading(.failed(let error)):
      let navigation = error as? NavigationError
      perform(state.loadFailed(statusCode: navigation?.status, message: "\(error)"))
    case .loading, .moved, .titled: break
    case .ended:
      webView = nil
      perform(state.pageEnded())
    case .reload:
      if let topmostVisitable { visitableDidRequestRefresh(topmostVisitable) }
    case .stop: perform(state.cancel())
    }
  }

  func perform(_ effects: [SessionState.Effect]) {
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: SessionState.Effect) {
    switch effect {
    case .load(let url, let html): load(url, html: html)
    case .send(let command): send(command)
    case .activate(let key): activate(key)
    case .deactivate(let key):
      guard let visitable = visitable(key) else { return }
      visitable.visitableWillDeactivateWebView()
      visitable.visitableView.deactivateWebView()
      visitable.visitableDidDeactivateWebView()
    case .showIndicator(let key):
      guard let visitable = visitable(key), !visitable.visitableView.isRefreshing else { return }
      visitable.showVisitableActivityIndicator()
    case .hideIndicator(let key): visitable(key)?.hideVisitableActivityIndicator()
    case .present(let key, let url, let title):
      if state.active == key { activate(key) }
      visitable(key)?.visitableView.present(url: url, title: title)
    case .rendered(let key): visitable(key)?.visitableDidRender()
    case .finished(let key): visitable(key)?.visitableView.isRefreshing = false
    case .failed(let key, let error):
      guard let visitable = visitable(key) else { return }
      delegate?.session(self, didFailRequestForVisitable: visitable, error: error)
    case .proposed(let url, let options):
      delegate?.session(self, didProposeVisit: VisitProposal(url: url, options: options))
    case .redirectedElsewhere(let url): delegate?.session(self, didProposeVisitToCrossOriginRedirect: url)
    case .loaded: delegate?.sessionDidLoadWebView(self)
    case .requestStarted: delegate?.sessionDidStartRequest(self)
    case .requestFinished: delegate?.sessionDidFinishRequest(self)
    case .formStarted(let url): delegate?.sessionDidStartFormSubmission(self, to: url)
    case .formFinished(let url): delegate?.sessionDidFinishFormSubmission(self, at: url)
    case .terminated: delegate?.sessionWebViewProcessDidTerminate(self)
    case .reload(let key): visitable(key).map { visit($0, options: VisitOptions(action: .replace), reload: true) }
    case .restore(let key): visitable(key).map { visit($0, action: .restore) }
    case .log(let text): note("the page of a session reports", text, level: .info)
    }
  }

  func activate(_ key: SessionState.Key) {
    guard let visitable = visitable(key), let webView, visitable.visitableView.webView !== webView else { return }
    visitable.visitableView.activateWebView(webView, forVisitable: visitable)
    visitable.visitableDidActivateWebView(webView)
  }

  /// Handles a proposed visit, unless the interceptor or the policy stops it.
  private func decide(about message: PageMessage, at url: URL) {
    guard let webView, admitsProposal() else { return }
    let reference = WeakInShell(self)
    inShell { (shell: isolated Shell) -> Void in
      shell.ask(about: url, of: webView) { _ in
        guard let session = reference.object, session.webView === webView else { return }
        session.perform(session.state.receive(message))
      }
    }
  }

  /// Decides about a navigation of the page that is not a visit of Turbo. The navigation was cancelled in the browser.
  private func decide(about navigation: SharedPageNavigation) {
    guard let url = navigation.action.request.url else { return }
    if navigation.isRedirect { return perform(state.redirectedElsewhere(to: url)) }
    let isForm = navigation.action.navigationType == .formSubmitted
    if navigation.isReplacement || isForm, navigation.isOfServer || !url.isWebPage {
      // Only a form with the method GET arrives here, because the browser itself sends forms with the method POST.
      let options = VisitOptions(action: navigation.isReplacement ? .replace : .advance)
      delegate?.session(self, didProposeVisit: VisitProposal(url: url, options: options))
      return
    }
    guard delegate?.session(self, decidePolicyFor: navigation.action) == .allow, let active = activeVisitable else {
      return
    }
    // The navigation is allowed, so the active screen loads the page at the new URL.
    perform(state.visit(key(of: active), url, VisitOptions(action: .replace), reload: true))
  }

  // MARK: The screens

  /// Called before a screen of this session is shown.
  public func visitableViewWillAppear(_ visitable: any Visitable) { perform(state.willAppear(key(of: visitable))) }

  /// Called after a screen of this session was shown.
  public func visitableViewDidAppear(_ visitable: any Visitable) { perform(state.didAppear(key(of: visitable))) }

  /// Called before a screen of this session is covered or removed.
  public func visitableViewWillDisappear(_ visitable: any Visitable) {}

  /// Called after a screen of this session was covered or removed.
  public func visitableViewDidDisappear(_ visitable: any Visitable) {
    perform(state.didDisappear(key(of: visitable)))
  }

  /// Loads the page of the topmost screen again.
  public func visitableDidRequestReload(_ visitable: any Visitable) {
    if state.topmost == key(of: visitable) { reload() }
  }

  /// Loads the page of the topmost screen again, after the user has pulled the page down.
  public func visitableDidRequestRefresh(_ visitable: any Visitable) {
    guard state.topmost == key(of: visitable) else { return }
    visitable.visitableView.isRefreshing = true
    reload()
  }
}
