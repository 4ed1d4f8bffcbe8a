/// The name of a type as a programmer writes it: `[String: Int?]`, not `Dictionary<String, Optional<Int>>`.
enum SwiftName {
  static func of(_ type: Any.Type) -> String {
    if let type = type as? any StandIn.Type { return type.swiftName }
    var text = String(describing: type)[...]
    return name(&text)
  }

  private static func name(_ text: inout Substring) -> String {
    let end = text.firstIndex { "<>,".contains($0) } ?? text.endIndex
    let head = String(text[..<end])
    text = text[end...]
    guard text.first == "<" else { return head }
    var arguments: [String] = []
    repeat {
      text = text.dropFirst().drop { $0 == " " }
      arguments.append(name(&text))
    } while text.first == ","
    text = text.dropFirst()
    switch (head, arguments.count) {
    case ("Optional", 1): return "\(arguments[0])?"
    case ("Array", 1): return "[\(arguments[0])]"
    case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
    default: return "\(head)<\(arguments.joined(separator: ", "))>"
    }
  }
}

/// A type of the bridge that wraps a value of another type, or of several types. A signature shows ``type`` instead.
protocol StandIn {
  static var type: Any.Type { get }
  /// The name in the error for a page that has sent a value of another type.
  static var swiftName: String { get }
}

extension StandIn {
  static var swiftName: String { SwiftName.of(type) }
}
