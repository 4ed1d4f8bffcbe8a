import DSBridge

@freestanding(expression)
macro source<Value>(_ value: Value) -> String = #externalMacro(module: "OwnMacros", type: "SourceMacro")

@Exposed struct Greeter {
  func greet(_ name: String) -> String { "Hello, \(name)" }
}

let greeter = Greeter()
print("\(greeter.greet(#source(1 + 2))): \(greeter.exposedFunctions.map(\.name).joined())")
