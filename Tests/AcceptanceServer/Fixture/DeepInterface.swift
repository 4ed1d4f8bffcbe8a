import DSBridge

/// An interface with a namespace of several names: `a.b.c`.
@Exposed
struct DeepInterface {
  func f(_ input: Int) -> String { "a.b.c got \(input)" }
}
