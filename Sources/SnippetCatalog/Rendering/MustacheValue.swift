import Mustache

/// The number of bytes that a template may still output. The limit is needed because ten nested sections over an array
/// of ten elements cause 10,000,000,000 iterations.
final class MustacheBudget {
  /// The number of bytes that each element and each iteration costs in addition to its output, because even an
  /// iteration without output takes time.
  static let round = 16

  private(set) var remaining: Int
  let roundSizes: [String: Int]

  init(_ bytes: Int, roundSizes: [String: Int]) {
    remaining = bytes
    self.roundSizes = roundSizes
  }

  var isSpent: Bool { remaining < 0 }

  /// Spends bytes of the budget. Returns `false` if the budget is exceeded.
  func spend(_ bytes: Int) -> Bool {
    if remaining >= 0 { remaining -= bytes }
    return remaining >= 0
  }
}

/// A conversion of props to values for swift-mustache templates, with the semantics of GRMustache, which TWS uses.
///
/// In sections, 0 and "" are false. `true` and `false` print as 1 and 0. Nested arrays are not flattened. Arrays have
/// `count`, `first` and `last`; strings have `length`.
enum MustacheValue {
  /// Returns the value for props.
  /// - Parameter name: the name under which the value was looked up; `.` for an element of an array.
  static func of(_ props: Props, named name: String, _ budget: MustacheBudget) -> Any {
    switch props {
    case .array(let elements): MustacheArray(elements: elements, name: name, budget: budget)
    case .dictionary(let members): MustacheObject(members: members, budget: budget)
    case .null: MustacheScalar(text: "", isNull: true, budget: budget)
    case .bool(let value): MustacheScalar(text: value ? "1" : "0", isNull: !value, budget: budget)
    case .int(let value): MustacheScalar(text: "\(value)", isNull: value == 0, budget: budget)
    case .double(let value): MustacheScalar(text: "\(value)", isNull: value == 0, budget: budget)
    case .string(let value): MustacheScalar(text: value, isNull: value.isEmpty, hasLength: true, budget: budget)
    }
  }
}

private struct MustacheScalar: MustacheParent, MustacheCustomRenderable {
  let text: String
  let isNull: Bool
  /// Whether the value is a string.
  var hasLength = false
  let budget: MustacheBudget

  var renderText: String { budget.spend(text.utf8.count) ? MustacheTemplateText.escape(text) : "" }

  func child(named name: String) -> Any? {
    // The time for counting characters grows with the length of the text, so it is charged to the budget.
    guard hasLength, name == "length", budget.spend(text.utf8.count) else { return nil }
    return MustacheValue.of(.int(text.count), named: name, budget)
  }
}

private struct MustacheObject: MustacheParent, MustacheCustomRenderable {
  let members: [String: Props]
  let budget: MustacheBudget
  let isNull = false

  /// The object as JSON, for scripts in a template.
  var renderText: String {
    let object = Props.dictionary(members)
    var size = 0
    object.addJSONSize(to: &size, upTo: budget.remaining)
    guard budget.spend(size) else { return "" }
    let text = MustacheTemplateText.escape(object.json)
    return budget.spend(text.utf8.count - size) ? text : ""
  }

  func child(named name: String) -> Any? {
    members[name].map { MustacheValue.of($0, named: name, budget) }
  }
}

private struct MustacheArray: MustacheSequence, MustacheParent, MustacheCustomRenderable {
  let elements: [Props]
  let name: String
  let budget: MustacheBudget
  let isNull = false

  /// The concatenated texts of the elements.
  var renderText: String {
    var text = ""
    for element in elements {
      guard budget.spend(MustacheBudget.round) else { break }
      text += (MustacheValue.of(element, named: ".", budget) as? any MustacheCustomRenderable)?.renderText ?? ""
    }
    return text
  }

  func child(named name: String) -> Any? {
    switch name {
    case "count": MustacheValue.of(.int(elements.count), named: name, budget)
    case "first": elements.first.map { MustacheValue.of($0, named: name, budget) }
    case "last": elements.last.map { MustacheValue.of($0, named: name, budget) }
    default: nil
    }
  }

  func makeIterator() -> AnyIterator<Any> {
    var rest = elements[...]
    let size = MustacheBudget.round + (budget.roundSizes[name] ?? 0)
    return AnyIterator {
      guard let element = rest.first, budget.spend(size) else { return nil }
      rest = rest.dropFirst()
      return MustacheValue.of(element, named: ".", budget)
    }
  }
}

extension Props {
  /// Adds a lower bound for the size of ``json`` in bytes. Counting ends soon after `limit` is exceeded.
  fileprivate func addJSONSize(to size: inout Int, upTo limit: Int) {
    size += 1
    switch self {
    case .string(let text): size += text.utf8.count + 1
    case .array(let elements):
      for element in elements where size <= limit { element.addJSONSize(to: &size, upTo: limit) }
    case .dictionary(let members):
      for (name, value) in members where size <= limit {
        size += name.utf8.count + 3
        value.addJSONSize(to: &size, upTo: limit)
      }
      // An empty object has two braces. Only one of them was counted above.
      if members.isEmpty { size += 1 }
    case .int, .double, .bool, .null: break
    }
  }
}
