/// The result of a check of this machine.
struct Check: Encodable, Equatable {
  let name: String
  /// The state that the check has found.
  let detail: String
  /// The command or the step that repairs the problem; `nil` if there is no problem.
  let repair: String?
  let isOK: Bool

  init(_ name: String, _ detail: String, repair: String? = nil) {
    self.name = name
    self.detail = detail
    self.repair = repair
    isOK = repair == nil
  }

  /// A line such as `ok   compiler      Swift version 6.3.1`.
  var line: String {
    let column = name + String(repeating: " ", count: max(1, 14 - name.count))
    // An error's text ends with a period.
    let text = repair.map { "\(detail.hasSuffix(".") ? String(detail.dropLast()) : detail): \($0)" } ?? detail
    return (isOK ? "ok   " : "fix  ") + column + text
  }

  private enum CodingKeys: String, CodingKey { case name, isOK = "ok", detail, repair }
}
