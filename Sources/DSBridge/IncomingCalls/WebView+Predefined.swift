/// The methods under `_dsb`, which the script dsbridge.js 3.1.4 calls on its own.
extension WebView {
  func predefined(_ invocation: Invocation) throws -> Reply {
    switch invocation.method.name {
    case "dsinit":
      // This call has no effect, because a page becomes ready with its `ready` event.
      return .empty
    case "disableJavascriptDialogBlock":
      disablesJavaScriptDialogBlock = try invocation.arguments.decode(DialogBlock.self).disable
      return .empty
    case "hasNativeMethod":
      return try invocation.arguments.reply(hasNativeMethod(invocation.arguments))
    case "closePage":
      let handler = dismissalHandler
      handler?()
      return try invocation.arguments.reply(handler != nil)
    case "returnValue":
      let value = try invocation.arguments.decode(ReturnedValue.self)
      finishCall(value.id, with: .success(value.data), isLast: value.complete)
      return .empty
    default:
      throw BridgeError(.noSuchMethod, "There is no method \"\(invocation.method)\".")
    }
  }

  private static let predefinedNames: Set<String> = [
    "dsinit", "disableJavascriptDialogBlock", "hasNativeMethod", "closePage", "returnValue",
  ]

  private struct DialogBlock: Decodable {
    var disable: Bool
  }

  private struct MethodQuery: Decodable {
    enum Kind: String, Decodable {
      case all, syn, asyn
    }

    var name: String
    var type: Kind?
  }

  private func hasNativeMethod(_ arguments: Arguments) -> Bool {
    guard let query = try? arguments.decode(MethodQuery.self) else { return false }
    let kind = query.type ?? .all
    let isSynchronous = kind == .all ? nil : kind == .syn
    let keystone = keystone
    guard let method = try? keystone.methodResolver.resolveMethodFromRaw(query.name) else { return false }
    if method.namespace == "_dsb" { return isSynchronous != false && WebView.predefinedNames.contains(method.name) }
    return keystone.invocationDispatcher.hasMethod(method, isSynchronous: isSynchronous, among: interfaces)
  }

  private struct ReturnedValue: Decodable {
    var id: Int
    var complete: Bool
    var data: JSON?
  }
}
