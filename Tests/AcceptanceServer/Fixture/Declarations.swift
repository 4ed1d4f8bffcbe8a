import DSBridge

typealias Done = (Int, Bool) -> Void

/// Functions whose declarations are written in unusual ways that do not change their meaning.
@Exposed
final class Declarations {
  private(set) var sum = 0

  func explicitVoid(_ value: Int) -> Void { sum += value }
  func total() -> Int { sum }
  func aliased(_ value: Int, completion: @escaping Done) {
    completion(value, false)
    completion(value + 1, true)
  }
  func optional(_ value: Int, completion: ((Int) -> Void)?) { completion?(value) }
  func explicitVoidWithCompletion(_ value: Int, completion: (Int) -> Void) -> Void { completion(value) }
}
