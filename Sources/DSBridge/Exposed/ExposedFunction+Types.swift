/// What the overloads of `bind` know of a function: they see through typealiases.
extension ExposedFunction {
  struct Types {
    var argument: Any.Type?
    /// Of a second parameter, when it is a value and no completion.
    var second: Any.Type?
    /// Of what the page gets; nil when nobody said so.
    var value: Any.Type?
    var repeats = false

    init(_ argument: Any.Type? = nil, _ second: Any.Type? = nil, value: Any.Type? = nil, repeats: Bool = false) {
      self.argument = argument
      self.second = second
      self.value = value
      self.repeats = repeats
    }
  }

  init(_ name: String, _ types: Types, synchronous body: @escaping Synchronous, direct: Direct?) {
    self.init(name, synchronous: body)
    self.types = types
    self.direct = direct
  }

  init(_ name: String, _ types: Types, completing body: @escaping Completing) {
    self.init(name, completing: body)
    self.types = types
  }

  init(_ name: String, _ types: Types, asynchronous body: @escaping Asynchronous) {
    self.init(name, asynchronous: body)
    self.types = types
  }

  init(_ name: String, _ types: Types, streaming body: @escaping Streaming) {
    self.init(name, streaming: body)
    self.types = types
  }

  func typed(_ types: Types) -> Self {
    var function = self
    function.types = types
    return function
  }
}
