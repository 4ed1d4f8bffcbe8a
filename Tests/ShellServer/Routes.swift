import SnippetShell

/// The current state of a shell, as Swift sees it.
struct ShellState: ResponseEncodable {
  var number: Int
  var tab: String?
  /// The screens of the stack: the path of each page, and the title of each other screen.
  var stack: [String]
  var sheets: [String]
  var live: Int
  var canGoBack: Bool
  var canGoForward: Bool
  var loading: String
  var answers: [String]
}

/// Adds routes such as `GET /swift/push?to=/two.html`, which control a shell and return its state. The parameter
/// `shell` is the shell's number.
func addRoutes(to router: Router<BasicRequestContext>, _ shells: Shells, _ failures: Failures) {
  router.get("swift/:verb") { request, context in
    let verb = try context.parameters.require("verb")
    let given = request.uri.queryParameters
    if verb == "fail" { failures.set(Int(given.get("to") ?? "") ?? 0) }
    guard let shell = shells.shell(given.get("shell", as: Int.self)) else { throw HTTPError(.notFound) }
    try await run(verb, of: shell, given, shells)
    return await shell.perform { state(of: $0, shells) }
  }
  // A page of this server that redirects to another origin.
  router.get("away") { request, _ in
    Response(status: .found, headers: [.location: request.uri.queryParameters.get("to") ?? "/"])
  }
  // The targets of forms.
  router.post("see-other") { _, _ in Response(status: .seeOther, headers: [.location: "/two.html"]) }
  router.post("sent") { request, _ in
    let sent = String(decoding: try await request.body.collect(upTo: 1000), as: UTF8.self)
    let text = "<!doctype html><title>Sent</title><script src=/_bridge/bridge.js></script><p id=sent>\(sent)</p>"
    return Response(status: .ok, headers: [.contentType: "text/html"], body: ResponseBody(string: text))
  }
  // A response that never arrives.
  router.get("never") { _, _ in
    try await Task.sleep(for: .seconds(3600))
    return ""
  }
}

private func state(of shell: isolated Shell, _ shells: Shells) -> ShellState {
  let name = { (screen: Screen) in screen.url.map { $0.path } ?? screen.title }
  return ShellState(
    number: shells.count - 1, tab: shell.selectedTab?.id, stack: shell.stack.map(name), sheets: shell.sheets.map(name),
    live: shell.stack.count { $0.webView != nil }, canGoBack: shell.canGoBack, canGoForward: shell.canGoForward,
    loading: shell.topScreen.map { "\($0.loadingState)" } ?? "", answers: shells.takeAnswers())
}

private func run(_ verb: String, of shell: Shell, _ given: Parameters, _ shells: Shells) async throws {
  let text = given.get("to") ?? ""
  switch verb {
  case "state", "fail": break
  case "push":
    if text.hasPrefix("remote:") || text.hasPrefix("made:") {
      await shell.push(.snippet(try snippet(text)))
    } else {
      let url = text.hasPrefix("http") ? URL(string: text) : nil
      await shell.push(url.map { .url($0) } ?? .page(text))
    }
  case "replace": await shell.replace(.page(text))
  case "present":
    await shell.present(.page(text), detent: given.get("detent", as: Screen.Detent.self) ?? .large)
  case "pop": await shell.pop()
  case "popToRoot": await shell.popToRoot()
  case "dismiss": await shell.dismiss()
  case "select": await shell.select(text)
  case "back": await shell.goBack()
  case "forward": await shell.goForward()
  case "reload": await shell.reload()
  case "showPage": await shell.showPage(Int(text) ?? 0)
  case "keep": await shell.perform { $0.liveScreenCount = Int(text) ?? 8 }
  case "toast": await shell.toast(text)
  case "bindError":
    await shell.bind(errorView: { error in Node.text("The shell's error view: \(error)") })
  case "recordSteps": await shell.bind(recordsSteps: true)
  case "churn":
    shells.native.change { $0.round += 1 }
    await shell.setNeedsUpdate()
  case "badge": await shell.updatePages { $0[1].badge = text }
  case "alert":
    ask(shells) {
      await shell.alert("Alert", message: text)
      return "read"
    }
  case "confirm": ask(shells) { "\(await shell.confirm("Confirm", message: text, isDestructive: text == "destroy"))" }
  case "prompt": ask(shells) { await shell.prompt("Prompt", initial: text) ?? "cancelled" }
  case "choose":
    ask(shells) { await shell.choose("Choose", from: ["One", "Two", "Three"]).map { "\($0)" } ?? "cancelled" }
  default: throw HTTPError(.notFound)
  }
}

/// Returns a snippet for `remote://shop/path`, or for `made:remote://shop/path`, whose page the shell renders.
private func snippet(_ text: String) throws -> Snippet {
  let target = text.replacing("made:", with: "")
  return Snippet(
    id: text, target: try Snippet.Target(parsing: target), engine: text.hasPrefix("made:") ? .mustache : nil)
}

/// Asks the user, and stores the answer for the next state.
private func ask(_ shells: Shells, _ question: @escaping @Sendable () async -> String) {
  Task { shells.answered(await question()) }
}
