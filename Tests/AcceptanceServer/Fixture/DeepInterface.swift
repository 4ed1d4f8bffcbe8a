import DSBridge

/// An interface whose namespace has several components: `a.b.c`.
@Exposed
struct DeepInterface {
  func f(_ input: Int) -> String { "a.b.c got \(input)" }
}
