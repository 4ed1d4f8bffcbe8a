extension ExposedFunction {
  /// What a function takes and gives, for those who write programs that call it.
  public struct Signature {
    /// The comment above the declaration, without its comment marks.
    public var documentation: String
    /// Without the completion.
    public var parameters: [Parameter]
    /// The type of what the page gets: `Void` for nothing; nil when a function made by hand does not say.
    public var value: Any.Type?
    /// The page may get several values: a completion with a `Bool`, or a sequence.
    public var repeats: Bool

    /// One parameter of a function.
    public struct Parameter {
      /// The label in a call; nil for `_`.
      public var label: String?
      /// The name inside the function.
      public var name: String
      /// Nil when a function made by hand does not say.
      public var type: Any.Type?
      /// The page may leave it out.
      public var hasDefault: Bool

      /// `type` is needed only where no overload of `bind` sees it: with several parameters, or a default.
      public init(_ label: String?, _ name: String, _ type: Any.Type? = nil, hasDefault: Bool = false) {
        self.label = label
        self.name = name
        self.type = type
        self.hasDefault = hasDefault
      }

      /// The member of the page's object that holds the argument, where there are several parameters.
      public var key: String { label ?? name }
      /// The page may leave it out, or send null.
      public var isOptional: Bool { hasDefault || type is any NilRepresentable.Type }
    }
  }

  /// What the function takes and gives. Made anew by every call of this property.
  public var signature: Signature {
    var described = parameters?() ?? []
    let known = [types.argument, types.second]
    // Functions made by hand may tell nothing of a parameter that a `bind` has seen.
    if described.isEmpty, let argument = types.argument { described = [Signature.Parameter(nil, "argument", argument)] }
    // The last of two may have turned out to be a completion.
    if described.count == 2, types.second == nil, let argument = types.argument, argument != LabelledArguments.self {
      described.removeLast()
    }
    for index in described.indices where described[index].type == nil && index < known.count {
      described[index].type = known[index]
    }
    for index in described.indices {
      if let stand = described[index].type as? any StandIn.Type { described[index].type = stand.type }
    }
    return Signature(
      documentation: documentation, parameters: described,
      value: types.value.map { ($0 as? any StandIn.Type)?.type ?? $0 }, repeats: types.repeats)
  }
}

/// A type of ours in the place of one that is not `Codable`.
protocol StandIn {
  static var type: Any.Type { get }
}

extension Untyped: StandIn {
  static var type: Any.Type { Value.self }
}

extension SoleArgument: StandIn {
  static var type: Any.Type { Any.self }
}

extension LabelledArguments: StandIn {
  static var type: Any.Type { Any.self }
}

extension WrittenValue: StandIn {
  static var type: Any.Type { Any.self }
}
