import DSBridge

enum AllowedDeclarationsSample {
  typealias Allowed = [String: [Int]]
  // The declarations of the README, with bodies. Each function has its own name, as in any type.
  typealias Completion = (Allowed) -> Void
  typealias RepeatableCompletion = (Allowed, Bool) -> Void

  @Exposed
  struct Functions {
    func nothing() {}
    func taking(_ x: Allowed) {}
    func returning(_ x: Allowed) -> Allowed { x }

    func completing(_ c: Completion) { c([:]) }
    func repeating(_ c: RepeatableCompletion) {
      c(["a": []], false)
      c([:], true)
    }
    func takingCompleting(_ x: Allowed, _ c: Completion) { c(x) }
    func takingRepeating(_ x: Allowed, _ c: RepeatableCompletion) {
      c(x, false)
      c(x, true)
    }
  }

  @Exposed
  struct DataTypes {
    func string(_ x: String) -> String { x }
    func int(_ x: Int) -> Int { x }
    func double(_ x: Double) -> Double { x }
    func bool(_ x: Bool) -> Bool { x }
    func dictionary(_ x: [String: Bool]) -> [String: Bool] { x }
    func array(_ x: [Double]) -> [Double] { x }
  }
}
