import SnippetBridge
import Synchronization

/// A custom dispatcher for all calls from pages. It checks permissions and measures the durations of calls.
struct Gatekeeper: InvocationDispatching {
  enum Refusal: String, CodedError { case staffOnly }

  private let usual = InvocationDispatcher()
  private weak let webView: WebView?
  private let staff: Staff
  private let times: CallTimes

  init(of webView: WebView, for staff: Staff, times: CallTimes) {
    self.webView = webView
    self.staff = staff
    self.times = times
  }

  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
    let method = invocation.method
    guard method.namespace != "safe" || staff.has(webView?.client) else { throw Refusal.staffOnly }
    let function = try usual.dispatch(invocation, among: interfaces)
    let times = times
    switch function.body {
    case .synchronous(let body):
      return ExposedFunction(
        function.name,
        synchronous: { arguments in
          let start = ContinuousClock.now
          defer { times.add(.now - start, to: method) }
          return try body(arguments)
        })
    case .asynchronous(let body):
      return ExposedFunction(
        function.name,
        asynchronous: { arguments in
          let start = ContinuousClock.now
          defer { times.add(.now - start, to: method) }
          return try await body(arguments)
        })
    case .completing, .streaming:
      return function
    }
  }

  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool {
    usual.hasMethod(method, isSynchronous: isSynchronous, among: interfaces)
  }
}

/// The durations of calls, by method.
package final class CallTimes: Sendable {
  private let times = Mutex<[String: [Duration]]>([:])

  package init() {}

  func add(_ time: Duration, to method: Method) {
    times.withLock { $0["\(method)", default: []].append(time) }
  }

  package subscript(method: String) -> [Duration] { times.withLock { $0[method, default: []] } }
}
