extension ExposedFunction {
  /// The parameter and result types of a function, for tools that describe it.
  public struct Signature {
    /// The documentation comment of the declaration, without comment marks.
    public var documentation: String
    /// The parameters without the completion.
    public var parameters: [Parameter]
    /// The type of the values that the page receives. `Void` if there are no values; nil if a function that was written
    /// without the macro does not declare the type.
    public var value: Any.Type?
    /// Indicates whether the page may receive several values, from a completion with a `Bool` or from a sequence.
    public var repeats: Bool

    /// A parameter of a function.
    public struct Parameter {
      /// The argument label; nil for `_`.
      public var label: String?
      /// The parameter's name.
      public var name: String
      /// The type; nil if a function that was written without the macro does not declare it.
      public var type: Any.Type?
      /// Whether the page may omit the argument.
      public var hasDefault: Bool

      /// Creates a parameter. `type` is needed only if `bind` cannot infer it: if the function has several parameters,
      /// or if the parameter has a default.
      public init(_ label: String?, _ name: String, _ type: Any.Type? = nil, hasDefault: Bool = false) {
        self.label = label
        self.name = name
        self.type = type
        self.hasDefault = hasDefault
      }

      /// The name of the member in the page's argument object, if the function has several parameters.
      public var key: String { label ?? name }
      /// Whether the page may omit the argument or send null.
      public var isOptional: Bool { hasDefault || type is any NilRepresentable.Type }
    }
  }

  /// The function's parameter and result types. Computed on every access.
  public var signature: Signature {
    var described = parameters()
    let known = [types.argument, types.second]
    // A function that was bound without the macro may have no description of its parameter. The parameter's type is
    // still known, because `bind` has inferred it.
    if described.isEmpty, let argument = types.argument { described = [Signature.Parameter(nil, "argument", argument)] }
    // If the second of two parameters has no type, it is a completion that the macro could not recognize, because its
    // type is a typealias. A completion is not listed.
    if described.count == 2, types.second == nil, let argument = types.argument, argument != LabelledArguments.self {
      described.removeLast()
    }
    for index in described.indices where described[index].type == nil && index < known.count {
      described[index].type = known[index]
    }
    for index in described.indices {
      if let stand = described[index].type as? any StandIn.Type { described[index].type = stand.type }
    }
    // `@Exposed` encodes a result such as `Any`, which must not leave its global actor, as `JSON?` there.
    let value = types.value.map { type -> Any.Type in
      type == JSON?.self ? Any.self : (type as? any StandIn.Type)?.type ?? type
    }
    return Signature(documentation: documentation, parameters: described, value: value, repeats: types.repeats)
  }
}

/// The parameter and result types of an exposed function. The macro does not know what a typealias stands for, so the
/// compiler infers these types when it chooses an overload of `bind`.
extension ExposedFunction {
  struct Types: Sendable {
    var argument: Any.Type?
    /// The type of the second parameter; nil if that parameter is a completion.
    var second: Any.Type?
    /// The type of the values that the page receives; nil if it is unknown.
    var value: Any.Type?
    var repeats = false

    /// Returns the parameter types combined with the result type. If a parameter is a completion, the page receives the
    /// completion's values instead of the result.
    func with(_ result: Types) -> Types {
      guard value == nil else { return self }
      return Types(argument: argument, second: second, value: result.value, repeats: result.repeats)
    }
  }
}
