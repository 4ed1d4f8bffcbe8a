import SnippetBridgeDevelopment
import SnippetShell

/// The lines of a recording, and those that Swift has sent during a replay.
extension WireLine {
  /// Creates the line of an answer to a blocking call.
  init(call: Int, _ answer: Result<String, CallFailure>) {
    switch answer {
    case .success(let json): self.init(verb: "reply", reference: call, json: json)
    case .failure(let failure):
      var members: [String: Props] = ["kind": .string(failure.kind), "message": .string(failure.message)]
      switch failure.code {
      case .number(let code): members["code"] = .double(code)
      case .string(let code) where code != failure.kind: members["code"] = .string(code)
      default: break
      }
      self.init(verb: "fail", reference: call, json: Props.dictionary(members).json)
    }
  }

  /// Whether the line calls a function of the page or runs a script.
  var isInvocation: Bool { verb == "invoke" || verb == "eval" }

  /// Whether the line is a message between a shell and its page.
  var isOfShell: Bool { verb == "event" && name == "shell" }

  /// Whether the line ends a call of the page.
  var isFinal: Bool { verb == "reply" || verb == "fail" || verb == "callback" && isLast == true }

  /// The kind of the line. Lines of different kinds are not compared member by member.
  var kind: [Bool] { [isFinal, verb == "fail", json == nil] }

  /// The value for the comparison. Of a failure, only the kind, the message and the code are compared.
  var value: Props {
    let value = json.map(Props.init(json:)) ?? .null
    guard verb == "fail", let members = value.dictionary else { return value }
    let kind = members["kind"]
    return .dictionary(members.filter { ["kind", "message"].contains($0.key) || $0.key == "code" && $0.value != kind })
  }
}
